// The analytics port on a ClickHouse server, through its HTTP interface.
import { setMaxListeners } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient, ResultSet } from '@clickhouse/client';
import { deadlineOf } from '../../limits/deadline.js';
import { DatabaseQueryError, DatabaseUnavailableError } from '../database-errors.js';
import type { AnalyticsDatabase, AnalyticsQueryOptions, AnalyticsResult } from '../ports.js';
import { createReadiness } from '../readiness.js';
import { clickhouseError } from './clickhouse-errors.js';
import { type BoundStatement, splitParameters } from './split-parameters.js';
import { quoteIdentifier, requireParameterName, type SqlParameters } from './sql-parameters.js';
import { statementForm } from './statement-form.js';
import {
  HUNG_AFTER_MS,
  LAST_READS_MS,
  loadSettings,
  type StatementLimits,
  statementSettings,
} from './statement-settings.js';

export interface ClickhouseDatabaseOptions {
  readonly client: ClickHouseClient;
  readonly limits: StatementLimits;
  /** Adapts a statement without an answer to this deployment. Default: unchanged. */
  readonly rewrite?: (sql: string) => string;
}

/** Waits for the whole result: an error in the middle of a streamed answer could not be reported as one. */
const WHOLE_ANSWERS = { wait_end_of_query: 1 } as const;

/** Runs tasks until it is closed; closing waits for the running ones. */
const createDoor = () => {
  const running = new Set<Promise<unknown>>();
  const lastReads = new AbortController();
  // Each running read adds a listener, and their number has no limit, so Node must not warn.
  setMaxListeners(0, lastReads.signal);
  let isClosed = false;
  return {
    isClosed: () => isClosed,
    /** Aborted some time after closing begins, to end reads that still run. */
    lastReads: lastReads.signal,
    async pass<T>(task: () => Promise<T>): Promise<T> {
      if (isClosed) throw new DatabaseUnavailableError('The analytics database is closed.');
      const result = task();
      running.add(result);
      try {
        return await result;
      } catch (error) {
        throw clickhouseError(error);
      } finally {
        running.delete(result);
      }
    },
    async close() {
      isClosed = true;
      const ended = Promise.allSettled(running);
      await Promise.race([ended, sleep(LAST_READS_MS)]);
      lastReads.abort();
      await ended;
    },
  };
};

const bind = (sql: string, params: SqlParameters): BoundStatement => {
  for (const name of Object.keys(params)) requireParameterName(name);
  return splitParameters({ sql, params });
};

/**
 * The connection can serve the next statement only once the answer has been read.
 *
 * @param signal ends the reading as well: the client drops the signal of a statement when its answer begins
 */
const readToEnd = async (stream: Readable, signal: AbortSignal): Promise<void> => {
  for await (const _ of addAbortSignal(signal, stream));
};

/** The same for an answer that is needed. */
const textOf = async (answer: ResultSet<'JSON'>, signal: AbortSignal): Promise<string> => {
  const stop = () => answer.close();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return answer.text().finally(() => signal.removeEventListener('abort', stop));
};

const tooLong = (timeoutMs: number): AbortSignal => AbortSignal.timeout(timeoutMs + HUNG_AFTER_MS);

/** The analytics database on the client. Closing it closes the client. */
export const createClickhouseDatabase = (options: ClickhouseDatabaseOptions): AnalyticsDatabase => {
  const { client, limits, rewrite = (sql) => sql } = options;
  const { queryTimeoutMs, writeTimeoutMs, queryMemoryBytes } = limits;
  const door = createDoor();
  const readSettings = {
    ...statementSettings(queryTimeoutMs, queryMemoryBytes),
    ...WHOLE_ANSWERS,
    readonly: '2',
    cancel_http_readonly_queries_on_client_close: 1,
  } as const;
  const writeSettings = {
    ...statementSettings(writeTimeoutMs, queryMemoryBytes),
    ...WHOLE_ANSWERS,
  };

  const loadFile = async (table: string, file: string, token: string): Promise<void> => {
    // An empty file has nothing to insert, and some server versions refuse an empty body.
    if ((await stat(file)).size === 0) return;
    const signal = tooLong(writeTimeoutMs);
    const { stream } = await client.exec({
      query: `INSERT INTO ${table} FORMAT JSONEachRow`,
      values: createReadStream(file),
      // The server refuses a second statement of an id while the first one runs ('216'). So a load whose connection
      // was cut is not repeated before it has ended.
      query_id: token,
      clickhouse_settings: {
        ...writeSettings,
        ...loadSettings(token),
        // One block for the whole file, for the reason given at ONE_BLOCK.
        input_format_parallel_parsing: 0,
        max_insert_block_size: '1000000000',
        // With a table spread over shards, rows must be stored there before the server answers.
        distributed_foreground_insert: 1,
      },
      abort_signal: signal,
    });
    await readToEnd(stream, signal);
  };

  const send = async (statement: BoundStatement): Promise<void> => {
    const { body, type } = statementForm(statement);
    const signal = tooLong(writeTimeoutMs);
    // Not `client.command`, which puts the values into the URL, however long they are.
    const { stream } = await client.exec({
      query: '',
      values: Readable.from([body], { objectMode: false }),
      http_headers: { 'Content-Type': type },
      clickhouse_settings: writeSettings,
      abort_signal: signal,
    });
    await readToEnd(stream, signal);
  };

  // Pings with a SELECT, so that a wrong address or password makes it fail as well.
  const isAnswering = createReadiness(async (timeoutMs) => {
    const ping = { select: true, abort_signal: AbortSignal.timeout(timeoutMs) } as const;
    return (await client.ping(ping)).success;
  });

  return {
    query: async <Row>(
      sql: string,
      params: SqlParameters = {},
      { mostBytes = Number.POSITIVE_INFINITY }: AnalyticsQueryOptions = {},
    ) => {
      const statement = bind(sql, params);
      return door.pass(async () => {
        const deadline = deadlineOf(door.lastReads, queryTimeoutMs + HUNG_AFTER_MS);
        try {
          const answer = await client.query({
            query: statement.sql,
            format: 'JSON',
            query_params: statement.params,
            clickhouse_settings: readSettings,
            abort_signal: deadline.signal,
          });
          const json = await textOf(answer, deadline.signal);
          if (Buffer.byteLength(json) > mostBytes) {
            throw new DatabaseQueryError(`The result has more than ${mostBytes} bytes.`, '396');
          }
          return JSON.parse(json) as AnalyticsResult<Row>;
        } finally {
          deadline.end();
        }
      });
    },
    execute: async (sql, params = {}) => {
      const statement = bind(rewrite(sql), params);
      await door.pass(() => send(statement));
    },
    load: async ({ table, file, token }) => {
      const name = quoteIdentifier(table);
      await door.pass(() => loadFile(name, file, token));
    },
    isReady: async () => !door.isClosed() && isAnswering(),
    close: async () => {
      await door.close();
      await client.close();
    },
  };
};
