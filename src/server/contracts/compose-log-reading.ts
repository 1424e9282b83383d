// Composes the job that reads the logs of contracts, and starts it.
import type { AnalyticsDatabase, ApplicationDatabase } from '../database/ports.js';
import type { Ingestion } from '../events/ingestion.js';
import { whileHeld } from '../events/while-held.js';
import type { Log } from '../log.js';
import { createSnapshotStore } from '../profiles/snapshot-store.js';
import type { RpcSettings } from '../settings/read-rpc-settings.js';
import type { LogReading } from './compose-contracts.js';
import {
  type ContractReaderParts,
  type ReadingObserver,
  startContractReader,
} from './logs/contract-reader.js';
import { createKnownVisitors } from './logs/known-visitors.js';
import { createReadingStore } from './logs/reading-store.js';
import { createRetract, type RetractParts } from './logs/retract-events.js';

export interface LogReadingParts {
  readonly rpc: RpcSettings;
  readonly databases: {
    readonly analytics: AnalyticsDatabase;
    readonly application: ApplicationDatabase;
    readonly forChain?: NonNullable<ContractReaderParts['ifAlone']>;
  };
  readonly ingestion: Pick<Ingestion, 'service' | 'withoutLoads'>;
  readonly settle: () => Promise<void>;
  readonly withoutRounds: RetractParts['withoutRounds'];
  readonly log: Log;
  readonly observer: ReadingObserver;
}

export interface RunningLogReading extends LogReading {
  /** Stops reading, after waiting for a range that is being stored. */
  close(): Promise<void>;
}

export function startLogReading(parts: LogReadingParts): RunningLogReading {
  const { rpc, databases, ingestion, settle, withoutRounds, log, observer } = parts;
  const { analytics, application, forChain } = databases;
  const { database, alone } = whileHeld(analytics, ingestion.withoutLoads);
  const reader = startContractReader({
    rpc,
    store: createReadingStore(application),
    events: ingestion.service,
    withVisitors: createKnownVisitors(analytics),
    retract: createRetract({
      analytics: database,
      settle,
      withoutLoads: alone,
      withoutRounds,
      takeUp: createSnapshotStore(database).takeUpWallets,
    }),
    ...(forChain === undefined ? {} : { ifAlone: forChain }),
    log,
    observer,
  });
  return {
    rpcChains: new Set(Object.keys(rpc.urls).map(Number)),
    onChange: reader.wake,
    close: reader.close,
  };
}
