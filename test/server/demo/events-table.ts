// An analytics database in memory that answers the two statements of the demo.
import type { AnalyticsDatabase, SqlValue } from '../../../src/server/database/ports.js';

export interface TableEvent {
  readonly message_id: string;
  readonly anonymous_id: string;
  readonly type: string;
  readonly event: string;
  readonly user_id: string;
  readonly address: string;
  /** Unix time in milliseconds. */
  readonly timestamp: number;
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface Statement {
  readonly sql: string;
  readonly params: Readonly<Record<string, SqlValue>>;
}

export interface EventsTable {
  readonly database: AnalyticsDatabase;
  /** The statements so far, oldest first. */
  readonly statements: readonly Statement[];
  insert(events: readonly TableEvent[]): void;
}

export function createEventsTable(): EventsTable {
  const stored = new Map<string, TableEvent>();
  const statements: Statement[] = [];

  function answer({ sql, params }: Statement): readonly unknown[] {
    const own = [...stored.values()].filter((row) => row.anonymous_id === params.anonymous_id);
    if (sql.includes('countIf')) {
      const count = (type: string) => own.filter((row) => row.type === type).length;
      const hashes = own.map((row) => row.properties.transaction_hash).filter(Boolean);
      return [
        {
          pages: count('page'),
          connects: count('connect'),
          transactions: new Set(hashes).size,
        },
      ];
    }
    return own
      .reverse()
      .slice(0, Number(params.limit))
      .map(({ timestamp, properties, anonymous_id: _, ...row }) => ({
        ...row,
        session_id: 'session-1',
        timestamp_ms: timestamp,
        received_ms: timestamp + 20,
        properties_json: JSON.stringify(properties),
      }));
  }

  const database: AnalyticsDatabase = {
    async query<Row>(sql: string, params: Readonly<Record<string, SqlValue>> = {}) {
      const statement = { sql, params };
      statements.push(statement);
      const data = answer(statement) as readonly Row[];
      return {
        data,
        meta: [],
        rows: data.length,
        statistics: { elapsed: 0, rows_read: 0, bytes_read: 0 },
      };
    },
    execute: async () => {},
    load: async () => {},
    isReady: async () => true,
    close: async () => {},
  };
  return {
    database,
    statements,
    insert(events) {
      for (const event of events) stored.set(event.message_id, event);
    },
  };
}
