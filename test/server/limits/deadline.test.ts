// A long task ends at its deadline or when the server stops, and leaves no listener behind.
import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deadlineOf, within } from '../../../src/server/limits/deadline.js';

const LONG_MS = 600_000;
const late = () => new Error('late');

describe('deadlineOf', () => {
  it('aborts with the reason of the outer signal, also if that has aborted already', () => {
    const outer = new AbortController();
    const before = deadlineOf(outer.signal, LONG_MS);
    expect(before.signal.aborted).toBe(false);
    outer.abort('closing');
    const after = deadlineOf(outer.signal, LONG_MS);
    expect([before.signal.reason, after.signal.reason]).toEqual(['closing', 'closing']);
    for (const deadline of [before, after]) deadline.end();
  });

  it('aborts with a TimeoutError at its deadline', async () => {
    const { signal, end } = deadlineOf(new AbortController().signal, 1);
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
    end();
  });

  it('removes its listener from the outer signal at the end', () => {
    const outer = new AbortController();
    const { signal, end } = deadlineOf(outer.signal, LONG_MS);
    expect(getEventListeners(outer.signal, 'abort')).toHaveLength(1);
    end();
    expect(getEventListeners(outer.signal, 'abort')).toEqual([]);
    outer.abort();
    expect(signal.aborted).toBe(false);
  });
});

describe('within', () => {
  it('settles like a promise that settles in time', async () => {
    expect(await within(Promise.resolve('soon'), LONG_MS, late)).toBe('soon');
    await expect(within(Promise.reject(new Error('gone')), LONG_MS, late)).rejects.toThrow('gone');
  });

  it('rejects with the given error at the deadline', async () => {
    await expect(within(new Promise(() => {}), 1, late)).rejects.toThrow('late');
  });
});
