// Answers of public boards are cached for a minute, within limits.
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
  it('is computed once a minute, also for parallel requests', async () => {
    const { ask, reads, wait } = open();
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a', 'a']);
    wait(59_999);
    await ask('a');
    expect(reads).toEqual(['a']);
    wait(1);
    await ask('a');
    expect(reads).toEqual(['a', 'a']);
  });

  it('that fails is not cached', async () => {
    const answers = createPublicAnswers(() => 0);
    await expect(answers('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await answers('a', async () => 'up')).toBe('up');
  });

  it('that fails late does not remove a newer one', async () => {
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

describe('the oldest answers are dropped', () => {
  it('above 200 entries', async () => {
    const { ask, reads } = open();
    for (let n = 0; n <= 200; n += 1) await ask(`${n}`);
    await ask('200');
    await ask('1');
    expect(reads).toHaveLength(201);
    await ask('0');
    expect(reads).toHaveLength(202);
  });

  it('above 64 MB in total', async () => {
    const { ask, reads } = open();
    const long = 'x'.repeat(30_000_000);
    for (const key of ['a', 'b', 'c', 'c', 'b']) await ask(key, long);
    expect(reads).toEqual(['a', 'b', 'c']);
    await ask('a', long);
    expect(reads).toEqual(['a', 'b', 'c', 'a']);
  });
});
