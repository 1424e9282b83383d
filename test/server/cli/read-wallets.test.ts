// Reads wallets from real-world files: CSV of all kinds, NDJSON, and broken ones of both.

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../../src/server/cli/import/csv.js';
import {
  type ReadWalletsOptions,
  readWallets,
} from '../../../src/server/cli/import/read-wallets.js';
import { readLines } from '../../../src/server/send/read-lines.js';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';

async function* chunks(given: string | Buffer): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(given);
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}

/** Reads all rows, each as `line: address` or `line! fault`. */
const read = async (text: string | Buffer, options: Partial<ReadWalletsOptions> = {}) => {
  const rows: string[] = [];
  const lines = readLines(chunks(text), 1_000);
  for await (const row of readWallets(lines, {
    format: undefined,
    column: undefined,
    ...options,
  })) {
    rows.push('fault' in row ? `${row.line}! ${row.fault}` : `${row.line}: ${row.address}`);
  }
  return rows;
};

describe('CSV', () => {
  it.each([
    ['a header', `name,address\nx,${A}\ny,${B}\n`, [`2: ${A}`, `3: ${B}`]],
    ['upper case and a BOM', `\ufeffAddress\r\n${A}\r\n`, [`2: ${A}`]],
    ['two possible columns', `wallet,address\nMetaMask,${A}`, [`2: ${A}`]],
    ['no header', `${A}\n${B}`, [`1: ${A}`, `2: ${B}`]],
    ['semicolons', `n;wallet\n"a;b";${A}`, [`2: ${A}`]],
    ['other separators in quotes', `"n; of; a",address\n"a;b",${A}`, [`2: ${A}`]],
    [
      'other separators in quotes, without a header',
      `"a;b;c",${A}\n"d",${B}`,
      [`1: ${A}`, `2: ${B}`],
    ],
    ['tabs', `n\twallet_address\n1,5\t${A}`, [`2: ${A}`]],
    ['blank lines', `\n \naddress\n\t\n${A}\n\n`, [`5: ${A}`]],
    ['line breaks in quotes', `note,address\n"two\nlines",${A}\nz,${B}`, [`2: ${A}`, `4: ${B}`]],
    ['quotes in quotes', `note,address\n"say ""a,b""",${A}`, [`2: ${A}`]],
    [
      'quotes inside unquoted fields',
      `address,note\r\n${A},5" nail\r\n${B},b\r\n${A},6" nail`,
      [`2: ${A}`, `3: ${B}`, `4: ${A}`],
    ],
    ['a quote in quotes at a line end', `note,address\n"a""\nb",${A}`, [`2: ${A}`]],
    [
      'an empty first field',
      `name,address\n,${A}\n"",${B}\n,`,
      [`2: ${A}`, `3: ${B}`, '4! has no value in column 2'],
    ],
    ['an empty field before quotes', `n\tnote\taddress\nx\t\t"${A}"`, [`2: ${A}`]],
    ['quoted addresses', `"address","n"\n"${A}",1`, [`2: ${A}`]],
    ['too few fields', `n,address\nx\ny,${A}`, ['2! has no value in column 2', `3: ${A}`]],
    ['an open quote', `address\n${A}\n"x\n`, [`2: ${A}`, expect.stringMatching(/^3! .*quote/)]],
    [
      'an open quote before rows of which one has quotes',
      `address,note\n${A},"x\n${B},y\n${A},"z"\n${B},"5" nail`,
      [expect.stringMatching(/^2! .*quote.* up to 4 /), `5: ${B}`],
    ],
    [
      'an open quote before many short lines',
      `address\n${A}\n"x\n${'y\n'.repeat(45_000)}`,
      [`2: ${A}`, expect.stringMatching(/^3! .*quote/)],
    ],
    [
      'an open quote before many long lines, which are skipped up to the next rows',
      `address\n"x\n${`${'z'.repeat(900)}\n`.repeat(111)}${B}`,
      [expect.stringMatching(/^2! .*quote/), `114: ${B}`],
    ],
    [
      'a zero byte',
      `address\n${A}\0\n${B}`,
      ['2! contains U+0000 or half of a surrogate pair', `3: ${B}`],
    ],
    // A request has 5,000 addresses, and would be too large with texts of this length.
    [
      'a long text in place of an address',
      `address\n${'x'.repeat(500)}\n${B}`,
      ['2! is longer than any address', `3: ${B}`],
    ],
    ['no content', '', []],
  ])('with %s', async (_, text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it.each([`["${A}","${B}"]`, `[{"address":"${A}"},{"address":"${B}"}]`, `[\n  "${A}"\n]`])(
    'refuses a JSON array with a hint to convert it: %s',
    async (text) => {
      await expect(read(text)).rejects.toThrow('jq -c');
    },
  );

  const exported = `address,n\n${A},1\n${B},2\n`;
  it.each([
    ['carriage returns alone', exported.replaceAll('\n', '\r'), "tr '\\r' '\\n'"],
    ['one very long line', exported.replaceAll('\n', '\r').repeat(20), "tr '\\r' '\\n'"],
    ['UTF-16', Buffer.from(`\ufeff${exported}`, 'utf16le'), 'iconv -f UTF-16'],
    ['UTF-16 big-endian', Buffer.from(`\ufeff${exported}`, 'utf16le').swap16(), 'iconv'],
    ['gzip', gzipSync(exported), 'gunzip -c'],
    ['a workbook', Buffer.from('504b0304140006000800000021000a31', 'hex'), 'save'],
  ])('refuses %s with a hint to convert it', async (_, text, remedy) => {
    await expect(read(text)).rejects.toThrow(remedy);
    await expect(read(text, { format: 'csv' })).rejects.toThrow(remedy);
  });

  it('accepts lines that end with two carriage returns', async () => {
    expect(await read(`address,n\r\r\n${A},1\r\r\n`)).toEqual([`2: ${A}`]);
  });

  it('uses the column of --column', async () => {
    expect(await read(`address,owner\n${A},${B}`, { column: 'Owner' })).toEqual([`2: ${B}`]);
    await expect(read(`a,b\n1,2`)).rejects.toThrow('--column');
    await expect(read(`a\u001b[2J,b\n1,2`)).rejects.toThrow('it is "a [2J | b"');
    await expect(read(`address\n${A}`, { column: 'none' })).rejects.toThrow('no column none');
    await expect(read(`${A},${B}`, { column: 'owner' })).rejects.toThrow('no column owner');
  });

  it('reads any correctly quoted record back', () =>
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (values) => {
        const record = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');
        expect(readFields(record, ',')).toEqual({
          fields: values.map((value) => value.trim()),
          isOpen: false,
        });
      }),
      { numRuns: 200 },
    ));
});

describe('NDJSON', () => {
  it('has an object or a string in each line, and broken lines do not affect others', async () => {
    const text = `{"address":"${A}"}\n"${B}"\n{"address":" ","wallet":" ${A} "}\n{"open\n{"n":1}\nnull\n{"address":"${B}"}`;
    expect(await read(text)).toEqual([
      `1: ${A}`,
      `2: ${B}`,
      `3: ${A}`,
      '4! is not valid JSON',
      '5! has no address',
      '6! has no address',
      `7: ${B}`,
    ]);
  });

  it('uses the key of --column and the given format', async () => {
    expect(await read(`"${A}"`, { format: 'ndjson' })).toEqual([`1: ${A}`]);
    expect(await read(`{"owner":"${A}"}`, { column: 'owner' })).toEqual([`1: ${A}`]);
    expect(await read(`{"a":"${'x'.repeat(1_001)}"}\n"${A}"`, { format: 'ndjson' })).toEqual([
      '1! is too long',
      `2: ${A}`,
    ]);
  });
});
