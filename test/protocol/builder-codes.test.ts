// Reads and removes the suffix of builder codes (ERC-8021), in the form that ox 1.8.3 (ox/erc8021) writes.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  readBuilderCodes,
  tidyBuilderCodes,
  withoutBuilderCodes,
} from '../../src/protocol/builder-codes.js';

const CALL = '0xa9059cbb00ff';
const COMMON = '626173656170702c6d6f7270686f0e0080218021802180218021802180218021';
const OWN_REGISTRY =
  'cccccccccccccccccccccccccccccccccccccccc210502626173656170702c6d6f7270686f0e0180218021802180218021802180218021';
const MAP =
  'a3616167626173656170706177657072697679617382666d6f7270686f696165726f64726f6d6500270280218021802180218021802180218021';
/** Calldata with a suffix of schema 2: a map in CBOR. */
const withMap = (map: string) =>
  `${CALL}${map}${(map.length / 2).toString(16).padStart(4, '0')}02${COMMON.slice(-32)}`;

it.each([
  [0, COMMON, ['baseapp', 'morpho']],
  [1, OWN_REGISTRY, ['baseapp', 'morpho']],
  [2, MAP, ['baseapp', 'privy', 'morpho', 'aerodrome']],
])('reads a suffix of schema %i, and removes it from the calldata', (_, suffix, codes) => {
  expect(readBuilderCodes(CALL + suffix)).toEqual(codes);
  expect(withoutBuilderCodes(CALL + suffix)).toBe(CALL);
  expect(withoutBuilderCodes(`0x${suffix}`)).toBe('0x');
});

it('accepts any text, and leaves one without a suffix unchanged', () => {
  expect(withoutBuilderCodes(CALL)).toBe(CALL);
  const ends = fc.constantFrom('', ...[COMMON, OWN_REGISTRY, MAP].map((text) => text.slice(-36)));
  fc.assert(
    fc.property(fc.string(), ends, (text, end) => {
      expect(readBuilderCodes(text + end)).toEqual(expect.any(Array));
      expect((text + end).startsWith(withoutBuilderCodes(text + end))).toBe(true);
    }),
  );
});

it.each([
  ['a length with a digit that is not hexadecimal', `${CALL}61611g00`],
  ['codes that are not hexadecimal', `${CALL}zz0100`],
  ['a map without codes whose length is not hexadecimal', `${CALL}a00g0102`],
])('%s is not read as a suffix', (_, data) => {
  const calldata = data + COMMON.slice(-32);
  expect(readBuilderCodes(calldata)).toEqual([]);
  expect(withoutBuilderCodes(calldata)).toBe(calldata);
});

it.each(['6101', '626161020105', 'ff6101'])(
  'stops at the start of the calldata where no custom registry fits before %s',
  (codes) => {
    expect(withoutBuilderCodes(`0x${codes}01${COMMON.slice(-32)}`)).toBe('0x');
  },
);

it('reads codes from single values, lists and tagged values of the map', () => {
  // RFC 8949: {"a": "x", "s": "y"}, {"s": ["y"]}, {"a": tag 1 of "x"}, {"a": "x", "n": -1, "b": h'01'}.
  expect(readBuilderCodes(withMap('a26161617861736179'))).toEqual(['x', 'y']);
  expect(readBuilderCodes(withMap('a16173816179'))).toEqual(['y']);
  expect(readBuilderCodes(withMap('a16161c16178'))).toEqual(['x']);
  expect(readBuilderCodes(withMap('a3616220616e41016161617a'))).toEqual(['z']);
  // One byte too many after the map, or one too few in it.
  expect(readBuilderCodes(withMap('a1616161780'.padEnd(12, '0')))).toEqual([]);
  expect(readBuilderCodes(withMap('a161616278'))).toEqual([]);
});

it('reads CBOR lengths that are written in bytes of their own (a text of 24, a list of 300)', () => {
  const list = (count: number, head: string) => `a16173${head}${'6178'.repeat(count)}`;
  const code = 'x'.repeat(24);
  expect(readBuilderCodes(withMap(`a161617818${'78'.repeat(24)}`))).toEqual([code]);
  expect(readBuilderCodes(withMap(list(300, '99012c')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9a00000002')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9b0000000000000002')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9c')))).toEqual([]);
});

it('measures a code without the spaces around it, and drops one that is too long', () => {
  const longest = 'x'.repeat(64);
  expect(tidyBuilderCodes([`  ${longest}  `, ` ${longest}y`, 'z z', '', 7])).toEqual([longest]);
});
