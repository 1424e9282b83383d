// A bounded cache returns what its function does, and drops the least recently used entry.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { remember } from '../../src/server/remember.js';

it('returns what the function does, and calls it only for values outside the cache', () => {
  const questions = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'));
  fc.assert(
    fc.property(questions, fc.integer({ min: 1, max: 4 }), (asked, capacity) => {
      const computed: string[] = [];
      const answer = remember(capacity, (question) => {
        computed.push(question);
        return `${question}!`;
      });
      let latest: string[] = [];
      for (const question of asked) {
        const before = computed.length;
        expect(answer(question)).toBe(`${question}!`);
        expect(computed.length - before).toBe(latest.includes(question) ? 0 : 1);
        latest = [question, ...latest.filter((known) => known !== question)].slice(0, capacity);
      }
    }),
  );
});
