// Reads one chain step by step, with a real node and real databases, and without timers.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ContractEvent } from '../../../src/protocol/contracts/contract.js';
import { createChainNode } from '../../../src/server/contracts/logs/chain-node.js';
import { createRpc } from '../../../src/server/contracts/logs/json-rpc.js';
import { createKnownVisitors } from '../../../src/server/contracts/logs/known-visitors.js';
import { createRangeSize } from '../../../src/server/contracts/logs/range-size.js';
import { type ChainParts, readChain } from '../../../src/server/contracts/logs/read-chain.js';
import type { ReadCounts } from '../../../src/server/contracts/logs/read-range.js';
import { createReadingStore } from '../../../src/server/contracts/logs/reading-store.js';
import { createRetract } from '../../../src/server/contracts/logs/retract-events.js';
import { openIngestion } from '../../../src/server/events/ingestion.js';
import { createLog } from '../../../src/server/log.js';
import { createSnapshotStore } from '../../../src/server/profiles/snapshot-store.js';
import { type Anvil, startAnvil } from '../../e2e/wallets/anvil.js';
import type { Undo } from '../../support/cleanup.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import { deployPing, PING_ABI, type PingContract } from './ping-contract.js';

export interface StoredLog {
  readonly project_id: string;
  readonly event: string;
  readonly address: string;
  readonly message_id: string;
  readonly value: number;
  readonly block: number;
}

export interface TestChain {
  readonly chainId: number;
  readonly anvil: Anvil;
  readonly ping: PingContract;
}

export interface ReadingOptions {
  readonly chainId: number;
  readonly confirmations?: number;
  /** The number of blocks in the first range. */
  readonly blocks?: number;
}

const EVENT = { ...PING_ABI[0], anonymous: false } as ContractEvent;

export async function openReading(cleanUp: (undo: Undo) => void) {
  const directory = await createTestDirectory(cleanUp);
  const analytics = await openTestAnalytics({ directory: join(directory, 'analytics') });
  cleanUp(() => analytics.close());
  const application = await openTestApplication({ directory: join(directory, 'application') });
  cleanUp(() => application.close());
  await application.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await application.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_2', 'theirs')`);
  const log = createLog('silent');
  const ingestion = await openIngestion({
    directory,
    maxJournalBytes: 100_000_000,
    analytics,
    log,
  });
  cleanUp(() => ingestion.close(PATIENCE_MS));
  const store = createReadingStore(application);
  const withVisitors = createKnownVisitors(analytics);
  const snapshots = createSnapshotStore(analytics);
  const settle = () => ingestion.settle(PATIENCE_MS);
  const counts: ReadCounts[] = [];
  const reorganised: number[] = [];

  let lastChain = 31_400;
  // Each node adds a listener that stops it when this process ends early.
  process.setMaxListeners(50);
  const logs = async (chainId: number): Promise<readonly StoredLog[]> => {
    await settle();
    const { data } = await analytics.query<StoredLog>(
      `SELECT project_id, event, address, message_id, JSONExtractInt(properties, 'block_number') AS block,
         toInt64(JSONExtractString(properties, 'value')) AS value
       FROM events FINAL WHERE type = 'decoded_log' AND chain_id = {chain:String}
       ORDER BY project_id, block, message_id`,
      { chain: String(chainId) },
    );
    return data;
  };
  const register = (chainId: number, address: string, fields: object = {}): Promise<unknown> => {
    const row = {
      id: `ctr_${randomUUID()}`,
      project_id: 'prj_1',
      start_block: 0 as number | null,
      events: [EVENT],
      ...fields,
    };
    return application.query(
      `INSERT INTO contracts (id, project_id, chain_id, address, name, abi, events, start_block, first_block, next_block)
       VALUES ($1, $2, $3, $4, 'n', '[]', $5, $6::bigint, $6::bigint, $6::bigint)`,
      [row.id, row.project_id, chainId, address, JSON.stringify(row.events), row.start_block],
    );
  };
  /** A reader like that of a server process; `parts` replace some of its dependencies. */
  const reader = (url: string, options: ReadingOptions, parts: Partial<ChainParts> = {}) => {
    const { signal } = new AbortController();
    const chain: ChainParts = {
      chainId: options.chainId,
      node: createChainNode(createRpc({ url, signal })),
      store,
      confirmations: options.confirmations ?? 0,
      range: createRangeSize(options.blocks),
      signal,
      retract: createRetract({
        analytics,
        settle,
        withoutLoads: ingestion.withoutLoads,
        withoutRounds: (work) => work(),
        takeUp: snapshots.takeUpWallets,
      }),
      async ingest(events, projectId) {
        const known = await withVisitors(events, projectId);
        await ingestion.service.receive(known, projectId, { isServer: true });
      },
      onRead: (read) => counts.push(read),
      onReorganised: (blocks) => reorganised.push(blocks),
      ...parts,
    };
    return () => readChain(chain);
  };

  return {
    analytics,
    application,
    store,
    counts,
    reorganised,
    register,
    reader,
    settle,
    receive: ingestion.service.receive,
    logs,
    valuesOn: async ({ chainId }: TestChain) => (await logs(chainId)).map(({ value }) => value),
    /** Starts a new chain with the contract in block 1. */
    async startChain(): Promise<TestChain> {
      lastChain += 1;
      const chainId = lastChain;
      const anvil = await startAnvil(chainId);
      cleanUp(anvil.stop);
      return { chainId, anvil, ping: await deployPing(anvil) };
    },
    /** Expects that all tables count the same events. */
    async expectSums(): Promise<void> {
      await settle();
      const sumOf = async (what: string, table: string): Promise<number | undefined> => {
        const { data } = await analytics.query<{ n: number }>(`SELECT ${what} AS n FROM ${table}`);
        return data[0]?.n;
      };
      const count = await sumOf('count()', 'events FINAL');
      expect({
        events_daily: await sumOf('sum(hits)', 'events_daily'),
        // An event has a row for each of the twelve dimensions and one for builder codes.
        sources_daily: await sumOf('sum(hits) / 13', 'sources_daily'),
        wallets_daily: await sumOf('sum(hits)', 'wallets_daily'),
        sessions_daily: await sumOf('sum(events)', 'sessions_daily'),
        wallet_profiles: await sumOf('sum(events)', 'wallet_profiles'),
      }).toEqual({
        events_daily: count,
        sources_daily: count,
        wallets_daily: count,
        sessions_daily: count,
        wallet_profiles: count,
      });
    },
  };
}

export type Reading = Awaited<ReturnType<typeof openReading>>;
