// What the SDK costs a page: bytes after minifying and brotli compression, each within a budget.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { brotliBytes, bundleParts, sizeOf } from './bundle.js';

/**
 * What a dapp imports, and how many bytes a browser may download for it. The goals are 12,000 for
 * the tracker, which hooks wallets, and 13,000 for the script tag.
 */
const BUDGETS = [
  {
    name: 'the tracker without wallets',
    code: "export { createTracker } from 'chaintrail';",
    hasWallets: false,
    // The goal is 8,000.
    bytes: 19_300,
  },
  {
    name: 'the tracker',
    code: "export { createTracker } from 'chaintrail';",
    bytes: 25_400,
  },
  {
    name: 'the tracker with EIP-1193 wallets',
    code: "export { createTracker } from 'chaintrail';\nexport { eip1193 } from 'chaintrail/wallets/eip1193';",
    bytes: 25_450,
  },
  {
    name: 'the client of the API',
    code: "export { Chaintrail } from 'chaintrail/client';",
    bytes: 6_000,
  },
];

/** What an entry may add to a page that already has the tracker. */
const BEYOND_THE_TRACKER = [
  {
    name: 'Solana wallets',
    // The goal is 1,500.
    code: "export { solana } from 'chaintrail/wallets/solana';",
    bytes: 1_500,
  },
  {
    name: 'the React bindings',
    code: "export { TrackerProvider, usePageView, useTrackEvent, useTracker } from 'chaintrail/react';",
    bytes: 1_000,
  },
];

/** What the dashboard's page loads: the goal is a few hundred kilobytes at most, charts included. */
const DASHBOARD_BYTES = { 'dashboard.js': 115_400, 'dashboard.css': 7_000 };

const SCRIPT_TAG_BYTES = 27_650;

it.each(BUDGETS)('$name costs at most $bytes bytes', async ({ code, bytes, hasWallets }) => {
  const size = await sizeOf(code, hasWallets);
  expect(size).toBeGreaterThan(bytes / 10);
  expect(size).toBeLessThanOrEqual(bytes);
});

it.each(BEYOND_THE_TRACKER)('$name cost at most $bytes bytes more', async ({ code, bytes }) => {
  const tracker = "export { createTracker } from 'chaintrail';\n";
  const more = (await sizeOf(tracker + code)) - (await sizeOf(tracker));
  console.log(`${code} ${more} bytes`);
  expect(more).toBeGreaterThan(0);
  expect(more).toBeLessThanOrEqual(bytes);
});

it(`the script tag costs at most ${SCRIPT_TAG_BYTES} bytes`, () => {
  const size = brotliBytes(readFileSync(fromRoot('dist/chaintrail.js')));
  expect(size).toBeGreaterThan(SCRIPT_TAG_BYTES / 10);
  expect(size).toBeLessThanOrEqual(SCRIPT_TAG_BYTES);
});

it.each(Object.entries(DASHBOARD_BYTES))('%s costs at most %d bytes', (name, bytes) => {
  const size = brotliBytes(readFileSync(fromRoot(`dist/dashboard/${name}`)));
  expect(size).toBeGreaterThan(bytes / 10);
  expect(size).toBeLessThanOrEqual(bytes);
});

it('an import without use costs nothing', async () => {
  expect(await bundleParts("import 'chaintrail';")).toEqual({ start: [''], later: [] });
});

/** The bytes stated in size.md, in the row whose first cell begins like this. */
const toldOf = (row: string): number => {
  const page = readFileSync(fromRoot('src/server/docs/pages/size.md'), 'utf8');
  const line = page.split('\n').find((one) => one.startsWith(`| ${row}`)) ?? '';
  return Number(line.split('|')[2]?.replaceAll(',', ''));
};

const fileBytes = (path: string) => brotliBytes(readFileSync(fromRoot(path)));

it('size.md states the measured sizes within 2 %', async () => {
  const sizes = BUDGETS.map(({ code, hasWallets }) => sizeOf(code, hasWallets));
  const [withoutWallets, tracker, , client] = await Promise.all(sizes);
  const measured = {
    '`createTracker` of `chaintrail`, bundled with an app, without': withoutWallets,
    '`createTracker` of `chaintrail`, bundled with an app, as it comes': tracker,
    '`chaintrail.js`': fileBytes('dist/chaintrail.js'),
    '`chaintrail/client`': client,
    'the dashboard': ['dashboard.js', 'dashboard.css']
      .map((name) => fileBytes(`dist/dashboard/${name}`))
      .reduce((sum, bytes) => sum + bytes),
  };
  for (const [row, bytes = 0] of Object.entries(measured)) {
    expect(Math.abs(bytes / toldOf(row) - 1), `${row}: ${bytes} bytes`).toBeLessThan(0.02);
  }
});
