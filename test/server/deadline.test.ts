// What takes its time ends by its deadline or with the server, and leaves nothing behind.
import { getEventListeners, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { deadlineOf, within } from '../../src/server/deadline.js';

const LONG_MS = 600_000;
const late = () => new Error('late');

describe('deadlineOf', () => {
  it('ends with the outer signal, also where that has ended already, for the same reason', () => {
    const outer = new AbortController();
    const before = deadlineOf(outer.signal, LONG_MS);
    expect(before.signal.aborted).toBe(false);
    outer.abort('closing');
    const after = deadlineOf(outer.signal, LONG_MS);
    expect([before.signal.reason, after.signal.reason]).toEqual(['closing', 'closing']);
    for (const deadline of [before, after]) deadline.end();
  });

  it('ends by its time, which errors are told from others by', async () => {
    const { signal, end } = deadlineOf(new AbortController().signal, 1);
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
    end();
  });

  it('leaves nothing at the outer signal once it is ended', () => {
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
  it('answers what comes in time, or fails as it does', async () => {
    expect(await within(Promise.resolve('soon'), LONG_MS, late)).toBe('soon');
    await expect(within(Promise.reject(new Error('gone')), LONG_MS, late)).rejects.toThrow('gone');
  });

  it('fails where nothing comes', async () => {
    await expect(within(new Promise(() => {}), 1, late)).rejects.toThrow('late');
  });
});
