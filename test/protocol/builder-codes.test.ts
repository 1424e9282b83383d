// The suffix of builder codes: found and taken off, as ox 1.8.3 (ox/erc8021) writes it.
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
/** Calldata with a suffix of schema 2: a map, as CBOR writes it. */
const withMap = (map: string) =>
  `${CALL}${map}${(map.length / 2).toString(16).padStart(4, '0')}02${COMMON.slice(-32)}`;

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

it.each([
  ['a length that is half a number', `${CALL}61611g00`],
  ['codes that are no hexadecimal', `${CALL}zz0100`],
  ['a map that holds none, of a length that is none', `${CALL}a00g0102`],
])('%s is no suffix', (_, data) => {
  const calldata = data + COMMON.slice(-32);
  expect(readBuilderCodes(calldata)).toEqual([]);
  expect(withoutBuilderCodes(calldata)).toBe(calldata);
});

it.each(['6101', '626161020105', 'ff6101'])(
  'a registry of its own that does not fit before %s takes no more than there is',
  (codes) => {
    expect(withoutBuilderCodes(`0x${codes}01${COMMON.slice(-32)}`)).toBe('0x');
  },
);

it('a code that is alone in its list, beside it, or under a tag is read', () => {
  // RFC 8949: {"a": "x", "s": "y"}, {"s": ["y"]}, {"a": tag 1 of "x"}, {"a": "x", "n": -1, "b": h'01'}.
  expect(readBuilderCodes(withMap('a26161617861736179'))).toEqual(['x', 'y']);
  expect(readBuilderCodes(withMap('a16173816179'))).toEqual(['y']);
  expect(readBuilderCodes(withMap('a16161c16178'))).toEqual(['x']);
  expect(readBuilderCodes(withMap('a3616220616e41016161617a'))).toEqual(['z']);
  // One byte too many behind the map, or one too few in it.
  expect(readBuilderCodes(withMap('a1616161780'.padEnd(12, '0')))).toEqual([]);
  expect(readBuilderCodes(withMap('a161616278'))).toEqual([]);
});

it('a code of 24 characters and a list of 300 entries say their length in bytes of their own', () => {
  const list = (count: number, head: string) => `a16173${head}${'6178'.repeat(count)}`;
  const code = 'x'.repeat(24);
  expect(readBuilderCodes(withMap(`a161617818${'78'.repeat(24)}`))).toEqual([code]);
  expect(readBuilderCodes(withMap(list(300, '99012c')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9a00000002')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9b0000000000000002')))).toEqual(['x']);
  expect(readBuilderCodes(withMap(list(2, '9c')))).toEqual([]);
});

it('a code is as long as it is without spaces around it: whole, or none', () => {
  const longest = 'x'.repeat(64);
  expect(tidyBuilderCodes([`  ${longest}  `, ` ${longest}y`, 'z z', '', 7])).toEqual([longest]);
});
