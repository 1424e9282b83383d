// The suffix of builder codes: found and taken off, as ox 1.8.3 (ox/erc8021) writes it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readBuilderCodes, withoutBuilderCodes } from '../../src/protocol/builder-codes.js';

const CALL = '0xa9059cbb00ff';
const COMMON = '626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
const OWN_REGISTRY =
  'cccccccccccccccccccccccccccccccccccccccc210502626173656170702c6d6f7270686f0e0180218021802180218021802180218021';
const MAP =
  'a3616167626173656170706177657072697679617382666d6f7270686f696165726f64726f6d6500270280218021802180218021802180218021';

it.each([
  [0, COMMON, ['baseapp', 'morpho']],
  [1, OWN_REGISTRY, ['baseapp', 'morpho']],
  [2, MAP, ['baseapp', 'privy', 'morpho', 'aerodrome']],
])('schema %i is read, and the calldata without it is the call', (_, suffix, codes) => {
  expect(readBuilderCodes(CALL + suffix)).toEqual(codes);
  expect(withoutBuilderCodes(CALL + suffix)).toBe(CALL);
  expect(withoutBuilderCodes(`0x${suffix}`)).toBe('0x');
});

it('any text is taken, and without a suffix it stays as it is', () => {
  expect(withoutBuilderCodes(CALL)).toBe(CALL);
  const ends = fc.constantFrom('', ...[COMMON, OWN_REGISTRY, MAP].map((text) => text.slice(-36)));
  fc.assert(
    fc.property(fc.string(), ends, (text, end) => {
      expect(readBuilderCodes(text + end)).toEqual(expect.any(Array));
      expect((text + end).startsWith(withoutBuilderCodes(text + end))).toBe(true);
    }),
  );
});
