// A CSV file contains every text unchanged, and spreadsheets run none of them as a formula.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvValue, toCsv } from '../../src/dashboard/format/csv.js';

/** Parses CSV as RFC 4180 defines it. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`No CSV: ${text}`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Removes the quotes that are inserted before a formula within a text. */
const plain = (text: string) => text.replace(/(?<=[;\t\r\n])'+/g, '');

const one = (value: CsvValue) => toCsv([{ title: 'a', value: () => value }], [0]).slice(3);

describe('a CSV file', () => {
  it('contains titles and texts unchanged, whatever they are', () => {
    const texts = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string()));
    fc.assert(
      fc.property(texts, (rows) => {
        const columns = [
          { title: 'the "first", of two', value: ([a]: [string, string]) => `.${a}` },
          { title: 'b', value: ([, b]: [string, string]) => `.${b}` },
        ];
        expect(parse(toCsv(columns, rows)).map((row) => row.map(plain))).toEqual([
          ['the "first", of two', 'b'],
          ...rows.map(([a, b]) => [`.${a}`, `.${b}`].map(plain)),
        ]);
      }),
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\t=1', `"'\t=1"`],
    ['＝1', "'＝1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    // Where the decimal separator is a comma, a semicolon ends the cell, in quotes or not.
    ['/a;=1+1;b', `"/a;'=1+1;b"`],
    ['a; @SUM(A1)', `"a;' @SUM(A1)"`],
    ['a\n=1', `"a\n'=1"`],
    ['a\t+1', `"a\t'+1"`],
  ])('makes no formula of %s', (text, cell) => {
    expect(one(text)).toBe(`${cell}\r\n`);
  });

  it('quotes separators other than commas, so that they stay in one cell', () => {
    expect(['/a;b', 'a\tb'].map(one)).toEqual(['"/a;b"\r\n', '"a\tb"\r\n']);
  });

  it('leaves out digits that are only rounding errors of floats', () => {
    const values = [402.1 - 1e-13 / 2, 0.1 + 0.2, 1 / 3, Number.MAX_SAFE_INTEGER, 1e-9];
    expect(values.map((value) => Number(one(value)))).toEqual([
      ...[402.1, 0.3, 0.333333333333333, Number.MAX_SAFE_INTEGER, 1e-9],
    ]);
  });

  it('writes numbers as such, and leaves unknown values empty', () => {
    const values = [-12.5, 0, Number.NaN, null, undefined, '', 'a=1'];
    expect(values.map(one)).toEqual(['-12.5', '0', '', '', '', '', 'a=1'].map((v) => `${v}\r\n`));
  });
});
