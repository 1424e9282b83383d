// How often an import reports its progress, and what it prints when it stops early.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { importWallets } from '../../../src/server/cli/import/import-wallets.js';
import { readWallets, type WalletRow } from '../../../src/server/cli/import/read-wallets.js';
import { readLines } from '../../../src/server/send/read-lines.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { callCli } from './call-cli.js';

const cleanUp = createCleanup();

/** Rows of which one in `every` has a wallet. */
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

it('reports progress regularly, also where few rows or none have a wallet', async () => {
  expect(await settledLines(table(450, 100))).toEqual({ lines: [200, 400, 450], sent: 4 });
  expect(await settledLines(table(450, 1_000))).toEqual({ lines: [200, 400, 450], sent: 0 });
  expect(await settledLines(table(25, 1))).toEqual({ lines: [10, 20, 25], sent: 25 });
});

it('reports the last line of a row with several lines', async () => {
  const text = 'note,address\n"two\nlines",0x1\n';
  const lines = readLines(Readable.from([Buffer.from(text)]), 1_000);
  const rows = readWallets(lines, { format: 'csv', column: undefined });
  expect(await settledLines(rows)).toEqual({ lines: [3], sent: 1 });
});

/** A server that accepts only the first request, with 5,000 wallets. */
const startServer = async (onAsked = () => {}): Promise<string> => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    onAsked();
    const error = { code: 'UNAUTHORIZED', message: 'It was revoked.', doc_url: 'x' };
    const answer = asked === 1 ? { successful_rows: 5_000, quarantined_rows: 0 } : { error };
    request.resume().on('end', () => {
      response.writeHead(asked === 1 ? 201 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const csv = (count: number): string => {
  const rows = Array.from({ length: count }, (_, at) => `0x${String(at).padStart(40, '0')}\n`);
  return `address\n\n,\n${rows.join('')}`;
};

const KEYS = ['--write-key', 'k', '--api-key', 'k'];

/** Imports 6,000 wallets to a server that accepts the first 5,000. */
const importTwoBatches = async (resume: readonly string[], onAsked = (_folder: string) => {}) => {
  const workingDirectory = await createTestDirectory(cleanUp);
  const url = await startServer(() => onAsked(workingDirectory));
  await writeFile(join(workingDirectory, 'rows.csv'), csv(6_000));
  return callCli(['import', 'rows.csv', ...KEYS, '--url', url, ...resume], { workingDirectory });
};

it.each([
  [[], 'with the same input'],
  [['--resume', 'state.json'], 'to continue from here'],
])('prints what it imported before it stopped, and how to continue (%j)', async (resume, how) => {
  const { status, out, err } = await importTwoBatches(resume);
  expect([status, out]).toEqual([1, '']);
  expect(err).toContain('It was revoked.');
  expect(err).toContain(
    `\nStopped before the end, after 5,000 imported, 1 refused. Run the same command again ${how}.\n`,
  );
});

it('prints it also where the state file cannot be written', async () => {
  const { status, err } = await importTwoBatches(['--resume', 'state.json'], (folder) =>
    mkdirSync(join(folder, 'state.json.new'), { recursive: true }),
  );
  expect(status).toBe(1);
  expect(err).toMatch(/state\.json cannot be written: EISDIR.*\n.*after 5,000 imported, 1 refused/);
});

it('prints it also where reading the input fails', async () => {
  async function* broken() {
    yield Buffer.from(csv(5_000));
    throw new Error('EIO: i/o error, read');
  }
  const url = await startServer();
  const answer = await callCli(['import', '-', ...KEYS, '--url', url], { stdin: broken() });
  expect(answer).toMatchObject({ status: 1, out: '' });
  expect(answer.err).toContain(
    'The input could not be read to its end: EIO: i/o error, read.\nStopped before',
  );
});
