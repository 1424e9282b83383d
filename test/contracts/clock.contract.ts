// The requirements of every Clock.
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/core/ports.js';

/** @param create returns a clock, and `pass`, which moves a fake clock or waits for a real one */
export const describeClock = (
  name: string,
  create: () => { readonly clock: Clock; pass(ms: number): Promise<unknown> },
) => {
  describe(`${name} is a Clock`, () => {
    test('calls asynchronously, once, in the order of the delays', async () => {
      const { clock, pass } = create();
      const calls: string[] = [];
      clock.after(30, () => calls.push('later'));
      clock.after(0, () => calls.push('sooner'));
      expect(calls).toEqual([]);
      await pass(200);
      expect(calls).toEqual(['sooner', 'later']);
    });

    test('does not call after a cancel', async () => {
      const { clock, pass } = create();
      const calls: string[] = [];
      const cancel = clock.after(0, () => calls.push('cancelled'));
      const cancelLate = clock.after(0, () => calls.push('called'));
      cancel();
      cancel();
      await pass(50);
      cancelLate();
      expect(calls).toEqual(['called']);
    });

    test('does not call early for a delay that exceeds 32 bits', async () => {
      const { clock, pass } = create();
      let isCalled = false;
      const cancel = clock.after(2 ** 33, () => {
        isCalled = true;
      });
      await pass(50);
      cancel();
      expect(isCalled).toBe(false);
    });

    test('returns milliseconds since 1970, which increase', async () => {
      const { clock, pass } = create();
      const before = clock.now();
      expect(before).toBeGreaterThan(Date.UTC(2020, 0));
      await pass(20);
      expect(clock.now()).toBeGreaterThan(before);
    });
  });
};
