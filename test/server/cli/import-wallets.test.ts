// How often an import says how far it came.
import { expect, it } from 'vitest';
import { importWallets } from '../../../src/server/cli/import/import-wallets.js';
import type { WalletRow } from '../../../src/server/cli/import/read-wallets.js';

/** Every `every`th row has a wallet. */
async function* table(count: number, every: number): AsyncGenerator<WalletRow> {
  for (let line = 1; line <= count; line++) {
    const place = { line, lastLine: line, endByte: line };
    yield line % every === 0 ? { ...place, address: `0x${line}` } : { ...place, fault: 'is empty' };
  }
}

const settledLines = async (rows: AsyncIterable<WalletRow>) => {
  const lines: number[] = [];
  let sent = 0;
  await importWallets({
    rows,
    client: {
      import: {
        create: async ({ addresses }: { readonly addresses: readonly unknown[] }) => {
          sent += addresses.length;
          return { successful_rows: addresses.length, quarantined_rows: 0 };
        },
      },
    } as unknown as Parameters<typeof importWallets>[0]['client'],
    writeKey: 'a',
    batchRows: 10,
    onRefused() {},
    onProgress: (progress) => void lines.push(progress.lines),
  });
  return { lines, sent };
};

it('settles a table in which few rows, or none, have a wallet in parts', async () => {
  expect(await settledLines(table(450, 100))).toEqual({ lines: [200, 400, 450], sent: 4 });
  expect(await settledLines(table(450, 1_000))).toEqual({ lines: [200, 400, 450], sent: 0 });
  expect(await settledLines(table(25, 1))).toEqual({ lines: [10, 20, 25], sent: 25 });
});
