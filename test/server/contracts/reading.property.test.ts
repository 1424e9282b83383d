// After any reorganisations and crashes, exactly the events of the blocks of the chain are stored, each once.
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { ContractEvent } from '../../../src/protocol/contracts/contract.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { createRangeSize } from '../../../src/server/contracts/logs/range-size.js';
import { readChain } from '../../../src/server/contracts/logs/read-chain.js';
import { createReadingStore } from '../../../src/server/contracts/logs/reading-store.js';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { MEMORY_ADDRESS, type MemoryBlock, memoryNode } from './memory-chain.js';
import { PING_ABI } from './ping-contract.js';

const cleanUp = createCleanup();
let database: ApplicationDatabase;
let chains = 1;

beforeAll(async () => {
  const path = await createTestDirectory(cleanUp);
  database = await openTestApplication({ directory: `${path}/application` });
  cleanUp(() => database.close());
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a')");
  await database.query(
    "INSERT INTO projects (id, workspace_id, name) VALUES ('prj_1', 'ws_1', 'a')",
  );
});

/** Stands for the events table with its deduplication: an id that was stored once is ignored afterwards. */
function createTable() {
  const seen = new Set<string>();
  const rows = new Map<string, number>();
  return {
    async ingest(events: readonly WireEvent[]) {
      for (const { message_id, properties } of events) {
        const id = String(message_id);
        if (!seen.has(id)) rows.set(id, Number(properties?.value));
        seen.add(id);
      }
    },
    async retract(prefixes: readonly string[]) {
      for (const id of rows.keys()) {
        if (prefixes.some((prefix) => id.startsWith(prefix))) rows.delete(id);
      }
    },
    values: () => [...rows.values()].sort((a, b) => a - b),
  };
}

const STEPS = [
  ...(['saveBlocks', 'timesOrphaned', 'advance', 'rollBack', 'savedBlocks'] as const),
  ...(['orphans', 'noteTakenBack', 'retract'] as const),
] as const;

/** Forks are named by a letter; the same letter on the same blocks gives the same block with the same hash. */
const action = fc.oneof(
  fc.record({ do: fc.constant('grow' as const), blocks: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    do: fc.constant('fork' as const),
    depth: fc.integer({ min: 1, max: 6 }),
    letter: fc.constantFrom('a', 'b'),
  }),
  fc.record({ do: fc.constant('read' as const) }),
  fc.record({ do: fc.constant('crash' as const), step: fc.constantFrom(...STEPS) }),
);

/** The hash depends on all blocks before it, like real hashes. */
const nextBlock = (chain: readonly MemoryBlock[], letter: string): MemoryBlock => {
  const path = `${chain.at(-1)?.hash.split(':')[0] ?? ''}${letter}`;
  const height = chain.length;
  const code = letter.charCodeAt(0) - 96;
  // Forks have logs at different heights, so that blocks without logs are replaced by blocks with logs.
  return { hash: `${path}:${height}`, values: height % 2 === code - 1 ? [height * 10 + code] : [] };
};

const PING = { ...PING_ABI[0], anonymous: false } as ContractEvent;

/** All blocks that were read are orphaned, and the first block, which had no log, has one now. */
const ALL_GONE = {
  actions: [
    { do: 'grow' as const, blocks: 4 },
    { do: 'read' as const },
    { do: 'fork' as const, depth: 4, letter: 'b' as const },
  ],
  confirmations: 0,
  blocks: 5,
  start: 1,
};

/** The chain switches to other blocks, and back to the same ones. */
const BACK_AND_FORTH = {
  actions: [
    { do: 'grow' as const, blocks: 4 },
    { do: 'read' as const },
    { do: 'fork' as const, depth: 2, letter: 'b' as const },
    { do: 'read' as const },
    { do: 'fork' as const, depth: 3, letter: 'a' as const },
  ],
  confirmations: 0,
  blocks: 5,
  start: 0,
};

/** A crash after events are stored and before the progress is saved, followed by a fork. */
const CUT_SHORT = {
  actions: [
    { do: 'grow' as const, blocks: 4 },
    { do: 'crash' as const, step: 'saveBlocks' as const },
    { do: 'crash' as const, step: 'advance' as const },
    { do: 'fork' as const, depth: 2, letter: 'b' as const },
  ],
  confirmations: 0,
  blocks: 5,
  start: 0,
};

/** A crash while events are retracted, before the chain returns to their blocks. */
const CUT_SHORT_AND_BACK = (['rollBack', 'noteTakenBack', 'retract'] as const).map((step) => ({
  ...BACK_AND_FORTH,
  actions: BACK_AND_FORTH.actions.map((one, at) =>
    at === 3 ? { do: 'crash' as const, step } : one,
  ),
}));

it('stores the events of the final chain exactly once after any steps', async () => {
  const given = fc.record({
    actions: fc.array(action, { maxLength: 14 }),
    confirmations: fc.integer({ min: 0, max: 3 }),
    blocks: fc.integer({ min: 1, max: 5 }),
    start: fc.integer({ min: 0, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ actions, confirmations, blocks, start }) => {
      const chainId = chains++;
      let chain: readonly MemoryBlock[] = [nextBlock([], 'a')];
      let letter = 'a';
      const grow = (count: number) => {
        for (let n = 0; n < count; n++) chain = [...chain, nextBlock(chain, letter)];
      };
      await database.query(
        `INSERT INTO contracts (id, project_id, chain_id, address, name, abi, events, start_block, first_block, next_block)
         VALUES ($1, 'prj_1', $2, $3, 'n', '[]', $4, $5, $5, $5)`,
        [`ctr_${chainId}`, chainId, MEMORY_ADDRESS, JSON.stringify([PING]), start],
      );
      const table = createTable();
      const store = createReadingStore(database);
      const read = (step?: (typeof STEPS)[number]) => {
        const crash = () => Promise.reject(new Error('crashed'));
        return readChain({
          chainId,
          node: memoryNode(() => chain, chainId),
          store: step === undefined ? store : { ...store, [step]: crash },
          range: createRangeSize(blocks),
          confirmations,
          signal: new AbortController().signal,
          ...table,
          ...(step === 'retract' ? { retract: (given) => table.retract(given).then(crash) } : {}),
          onRead() {},
          onReorganised() {},
        });
      };
      for (const one of actions) {
        if (one.do === 'grow') grow(one.blocks);
        if (one.do === 'read') await read();
        if (one.do === 'crash') await read(one.step).catch(() => {});
        if (one.do === 'fork') {
          const kept = Math.max(1, chain.length - one.depth);
          letter = one.letter;
          const lost = chain.length - kept;
          chain = chain.slice(0, kept);
          grow(lost + 1);
        }
      }
      await read();
      const counted = chain.slice(start, Math.max(start, chain.length - confirmations));
      expect(table.values()).toEqual(counted.flatMap(({ values }) => values).sort((a, b) => a - b));
    }),
    {
      numRuns: 40,
      examples: [
        [ALL_GONE],
        [BACK_AND_FORTH],
        [CUT_SHORT],
        ...CUT_SHORT_AND_BACK.map((one) => [one] as [typeof one]),
      ],
    },
  );
});
