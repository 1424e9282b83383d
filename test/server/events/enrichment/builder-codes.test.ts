// Reads builder codes from properties and from calldata of other libraries, and accepts any bytes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBuilderCodes } from '../../../../src/server/events/enrichment/builder-codes.js';

const MARKER = '80218021802180218021802180218021';
const CALL = '0xa9059cbb00ff';
const hex = (text: string) => Buffer.from(text).toString('hex');
const byte = (value: number, size = 1) => value.toString(16).padStart(2 * size, '0');
const withCodes = (codes: string, schema = '00') =>
  `${CALL}${hex(codes)}${byte(codes.length)}${schema}${MARKER}`;
const withCbor = (cbor: string) => `${CALL}${cbor}${byte(cbor.length / 2, 2)}02${MARKER}`;

// Suffixes written by ox 1.8.3 (ox/erc8021).
const BY_OX = {
  common: '626173656170702c6d6f7270686f0e0080218021802180218021802180218021',
  ownRegistry:
    'cccccccccccccccccccccccccccccccccccccccc210502626173656170702c6d6f7270686f0e0180218021802180218021802180218021',
  map: 'a3616167626173656170706177657072697679617382666d6f7270686f696165726f64726f6d6500270280218021802180218021802180218021',
  mapWithRest:
    'a3616167626173656170706172a16161a26163663078323130356161782a307863636363636363636363636363636363636363636363636363636363636363636363636363636363616da36863616d706169676e6178616efa3fc000006464656570a16161840102f5f6006a0280218021802180218021802180218021',
};

describe('readBuilderCodes', () => {
  it.each([
    ['common', ['baseapp', 'morpho']],
    ['ownRegistry', ['baseapp', 'morpho']],
    ['map', ['baseapp', 'privy', 'morpho', 'aerodrome']],
    ['mapWithRest', ['baseapp']],
  ] as const)('reads schema %s', (name, codes) => {
    expect(readBuilderCodes({ data: `0x${BY_OX[name]}` })).toEqual(codes);
    expect(readBuilderCodes({ data: `${CALL}${BY_OX[name]}` })).toEqual(codes);
  });

  it('prefers builder_codes in the properties to the calldata', () => {
    const data = `${CALL}${BY_OX.common}`;
    expect(readBuilderCodes({ builder_codes: ['a', 'b', 'a', 7, 'no good', ''], data })).toEqual([
      'a',
      'b',
    ]);
    expect(readBuilderCodes({ builder_codes: 'a, b', data })).toEqual(['a', 'b']);
    expect(readBuilderCodes(Object.create({ builder_codes: ['a'] }))).toEqual([]);
  });

  it.each([
    ['no suffix', CALL],
    ['only the marker', MARKER],
    ['an unknown schema', `${CALL}${hex('a')}0103${MARKER}`],
    ['more codes than bytes', `0x${hex('a')}ff00${MARKER}`],
    ['a length that is not hexadecimal', `${CALL}zz00${MARKER}`],
    ['codes that are not hexadecimal', `${CALL}zz0100${MARKER}`],
    ['no codes', withCodes('')],
    ['codes of control characters', withCodes('\u0001\u0002')],
    ['a code of 65 characters', withCodes('x'.repeat(65))],
    ['a truncated map', withCbor('a16161')],
    ['a list of indefinite length', withCbor('a161739f6161ff')],
    ['a list with a huge length', withCbor('a161739b00ffffffffffffff')],
    ['a text with a huge length', withCbor('a161617bffffffffffffffff61')],
    ['deep nesting', withCbor('81'.repeat(60_000))],
    ['deeply nested tags', withCbor('c1'.repeat(60_000))],
    ['CBOR that is not a map', withCbor('6161')],
  ])('finds none in %s', (_what, data) => expect(readBuilderCodes({ data })).toEqual([]));

  it('reads any codes back after any calldata', () => {
    const code = fc.stringMatching(/^[a-z0-9_]{1,12}$/);
    const codes = fc.uniqueArray(code, { minLength: 1, maxLength: 10 });
    const calldata = fc.uint8Array().map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
    fc.assert(
      fc.property(calldata, codes, fc.constantFrom('00', '01'), (before, list, schema) => {
        const data = before + withCodes(list.join(), schema).slice(2);
        expect(readBuilderCodes({ data })).toEqual(list);
      }),
    );
  });

  it('accepts any bytes before the marker', () => {
    const schema = fc.constantFrom('00', '01', '02');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), schema, fc.nat(300), (bytes, id, length) => {
        const data = `0x${Buffer.from(bytes).toString('hex')}${byte(length, 2)}${id}${MARKER}`;
        for (const found of readBuilderCodes({ data }))
          expect(found).toMatch(/^[\x21-\x7e]{1,64}$/);
      }),
      { numRuns: 500 },
    );
  });
});
