// What is kept of public boards: for a minute, and within bounds.
import { describe, expect, it } from 'vitest';
import { createPublicAnswers } from '../../../src/server/boards/public-answers.js';

const open = () => {
  let now = 0;
  const reads: string[] = [];
  const answers = createPublicAnswers(() => now);
  const ask = (key: string, text = key) =>
    answers(key, async () => {
      reads.push(key);
      return text;
    });
  return { ask, reads, wait: (ms: number) => (now += ms) };
};

describe('an answer', () => {
  it('is read once a minute, also for those who ask at once', async () => {
    const { ask, reads, wait } = open();
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a', 'a']);
    wait(59_999);
    await ask('a');
    expect(reads).toEqual(['a']);
    wait(1);
    await ask('a');
    expect(reads).toEqual(['a', 'a']);
  });

  it('that fails is not kept', async () => {
    const answers = createPublicAnswers(() => 0);
    await expect(answers('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await answers('a', async () => 'up')).toBe('up');
  });

  it('that fails late leaves the one that came after it', async () => {
    let now = 0;
    const answers = createPublicAnswers(() => now);
    let fail = (): void => {};
    const first = answers('a', () => new Promise((_, reject) => (fail = () => reject('late'))));
    now = 60_000;
    expect(await answers('a', async () => 'second')).toBe('second');
    fail();
    await expect(first).rejects.toBe('late');
    expect(await answers('a', async () => 'third')).toBe('second');
  });
});

describe('the oldest go', () => {
  it('where there are more than 200', async () => {
    const { ask, reads } = open();
    for (let n = 0; n <= 200; n += 1) await ask(`${n}`);
    await ask('200');
    await ask('1');
    expect(reads).toHaveLength(201);
    await ask('0');
    expect(reads).toHaveLength(202);
  });

  it('where all together are longer than 64 MB', async () => {
    const { ask, reads } = open();
    const long = 'x'.repeat(30_000_000);
    for (const key of ['a', 'b', 'c', 'c', 'b']) await ask(key, long);
    expect(reads).toEqual(['a', 'b', 'c']);
    await ask('a', long);
    expect(reads).toEqual(['a', 'b', 'c', 'a']);
  });
});
