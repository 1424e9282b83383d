// The stored state of reading: where each contract continues, which blocks were read, and which are orphaned.
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  createReadingStore,
  type ReadingStore,
} from '../../../src/server/contracts/logs/reading-store.js';
import { createContractsStore } from '../../../src/server/contracts/store.js';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
const DAY = '2026-06-01';
let database: ApplicationDatabase;
let store: ReadingStore;
let chainId = 0;

beforeAll(async () => {
  const path = await createTestDirectory(cleanUp);
  database = await openTestApplication({ directory: join(path, 'application') });
  cleanUp(() => database.close());
  store = createReadingStore(database);
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a')");
  await database.query(
    "INSERT INTO projects (id, workspace_id, name) VALUES ('prj_1', 'ws_1', 'a')",
  );
});

interface Place {
  readonly start: number | null;
  readonly first: number | null;
  readonly next: number | null;
  readonly events?: readonly unknown[];
}

/** Registers contracts on a new chain; the id of each contains its index in the list. */
async function register(...places: readonly Place[]): Promise<void> {
  chainId += 1;
  for (const [at, { start, first, next, events = [{}] }] of places.entries()) {
    await database.query(
      `INSERT INTO contracts (id, project_id, chain_id, address, name, abi, events, start_block, first_block, next_block)
       VALUES ($1, 'prj_1', $2, $1, 'n', '[]', $3, $4::bigint, $5::bigint, $6::bigint)`,
      [`${chainId}:${at}`, chainId, JSON.stringify(events), start, first, next],
    );
  }
}

const places = async () =>
  (
    await database.query<{ first_block: number | null; next_block: number | null }>(
      'SELECT first_block, next_block FROM contracts WHERE chain_id = $1 ORDER BY id',
      [chainId],
    )
  ).map(({ first_block, next_block }) => [first_block, next_block]);

const block = (number: number, hash = `0x${number}`) => ({ number, hash, day: DAY });

it('a rollback moves contracts back that were read further, but not before their start block', async () => {
  await register(
    { start: 7, first: 7, next: 21 },
    { start: 15, first: 15, next: 21 },
    { start: null, first: 15, next: 21 },
    { start: null, first: 4, next: 21 },
    { start: 3, first: 3, next: 10 },
    { start: 30, first: 30, next: 30 },
    { start: null, first: null, next: null },
  );
  await store.rollBack(chainId, 10, [block(12)]);
  expect(await places()).toEqual([
    [7, 11],
    [15, 15],
    // Without a start block, it starts at the next block, which is another one now.
    [11, 11],
    [4, 11],
    [3, 10],
    [30, 30],
    [null, null],
  ]);
});

it('a contract with a new earlier start block is read from there, also after a rollback', async () => {
  await register({ start: 15, first: 15, next: 21 });
  await store.setError(chainId, 'out of reach');
  const event = { name: 'E', type: 'event' as const, inputs: [], anonymous: false };
  const content = { name: 'n', abi: '[]', events: [event], start_block: 0 };
  const replaced = await createContractsStore(database).replace(`${chainId}:0`, content);
  expect(replaced).toMatchObject({ next_block: 0, read_error: null });
  await store.advance(await store.contracts(chainId), { from: 0, next: 21 });
  await store.rollBack(chainId, 10, [block(12)]);
  expect(await places()).toEqual([[0, 11]]);
});

it('a rollback of all blocks starts reading again from the beginning', async () => {
  await register(
    { start: 7, first: 7, next: 21 },
    { start: null, first: 15, next: 21 },
    { start: null, first: 4, next: 21 },
    { start: 30, first: 30, next: 30 },
  );
  await store.rollBack(chainId, undefined, [block(12), block(10)]);
  expect(await places()).toEqual([
    [7, 7],
    [10, 10],
    [4, 4],
    [30, 30],
  ]);
});

it('orphaned blocks are stored until their events are retracted, with a count of how often', async () => {
  await register();
  await store.saveBlocks(chainId, [block(9), block(10), block(11), block(12)]);
  await store.rollBack(chainId, 10, [block(12), block(11)]);
  expect(await store.savedBlocks(chainId)).toEqual([block(10), block(9)]);
  expect(await store.latestBlock(chainId)).toEqual(block(10));
  const gone = async () =>
    (await store.orphans(chainId)).toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const both = ['0x11', '0x12'].map((hash) => ({ hash, day: DAY }));
  expect(await gone()).toEqual(both);
  await store.noteTakenBack(chainId, [{ hash: '0x11', day: DAY }]);
  expect(await store.orphans(chainId)).toEqual([{ hash: '0x12', day: DAY }]);
  // The block came back, and was orphaned again.
  await store.rollBack(chainId, 10, [block(11)]);
  expect(await gone()).toEqual(both);
  expect(await store.timesOrphaned(chainId, ['0x11', '0x12', '0x10'])).toEqual(
    new Map([
      ['0x11', 2],
      ['0x12', 1],
    ]),
  );
  expect(await store.orphans(chainId + 1)).toEqual([]);
  expect(await store.timesOrphaned(chainId + 1, ['0x11'])).toEqual(new Map());
});

it('blocks are kept to the depth of possible reorganisations, for each chain separately', async () => {
  await register();
  const other = chainId;
  await store.saveBlocks(other, [block(1)]);
  await register();
  await store.saveBlocks(chainId, [block(4_999), block(5_000), block(15_000)]);
  expect(await store.savedBlocks(chainId)).toEqual([block(15_000), block(5_000)]);
  expect(await store.savedBlocks(other)).toEqual([block(1)]);
  await store.saveBlocks(chainId, [block(15_000, '0xother')]);
  expect(await store.latestBlock(chainId)).toEqual(block(15_000, '0xother'));
});

it('advance moves only contracts at the start of the range that were not changed meanwhile', async () => {
  await register(
    { start: 5, first: 5, next: 5 },
    { start: 5, first: 5, next: 5 },
    { start: 5, first: 5, next: 5 },
    { start: 5, first: 5, next: 5 },
    { start: 5, first: 5, next: 5, events: [] },
  );
  const contracts = await store.contracts(chainId);
  // The one without events is not read.
  expect(contracts.map(({ id }) => id)).toEqual([0, 1, 2, 3].map((at) => `${chainId}:${at}`));
  // With other events, it has to be read from the same block again.
  const event = { name: 'E', type: 'event' as const, inputs: [], anonymous: false };
  const content = { name: 'n', abi: '[]', events: [event], start_block: 5 };
  await createContractsStore(database).replace(`${chainId}:1`, content);
  await database.query('UPDATE contracts SET next_block = 3 WHERE id = $1', [`${chainId}:2`]);
  await store.advance(contracts.slice(0, 3), { from: 5, next: 9 });
  expect((await places()).map(([, next]) => next)).toEqual([9, 5, 3, 5, 5]);
});

it('begin sets the first block once, for contracts without a start block', async () => {
  await register(
    { start: null, first: null, next: null },
    { start: 0, first: 0, next: 0 },
    { start: null, first: 3, next: 8 },
  );
  await store.begin(chainId, 20);
  await store.begin(chainId, 30);
  expect(await places()).toEqual([
    [20, 20],
    [0, 0],
    [3, 8],
  ]);
});

it('an error is stored at the affected contracts until it is cleared', async () => {
  await register({ start: 0, first: 0, next: 0 }, { start: 0, first: 0, next: 0 });
  const errors = async () =>
    (
      await database.query<{ read_error: string | null }>(
        'SELECT read_error FROM contracts WHERE chain_id = $1 ORDER BY id',
        [chainId],
      )
    ).map(({ read_error }) => read_error);
  await store.setError(chainId, 'away');
  expect(await errors()).toEqual(['away', 'away']);
  await store.setError(chainId, 'refused', [`${chainId}:1`]);
  expect(await errors()).toEqual([null, 'refused']);
  await store.setError(chainId, null);
  expect(await errors()).toEqual([null, null]);
});

it('orphans of long ago are forgotten once their events are taken back', async () => {
  await register({ start: 1, first: 1, next: 21 });
  await store.rollBack(chainId, 10, [block(13), block(12), block(11)]);
  await store.noteTakenBack(chainId, [block(12), block(11)]);
  await database.query(
    "UPDATE chain_orphans SET orphaned_at = now() - interval '91 days' WHERE hash <> '0x11'",
  );
  await store.rollBack(chainId, 10, [block(14)]);
  const known = await store.timesOrphaned(chainId, ['0x11', '0x12', '0x13', '0x14']);
  expect([...known.keys()].sort()).toEqual(['0x11', '0x13', '0x14']);
  await store.rollBack(chainId, 10, [block(13)]);
  await store.noteTakenBack(chainId, [block(13), block(14)]);
  await store.rollBack(chainId, 10, [block(15)]);
  expect(await store.timesOrphaned(chainId, ['0x13'])).toEqual(new Map([['0x13', 2]]));
});
