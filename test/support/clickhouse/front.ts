// The HTTP interface of ClickHouse in front of chDB, which has the same engine, for tests with the real client.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  quoteIdentifier,
  quoteLiteral,
} from '../../../src/server/database/analytics/sql-parameters.js';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';
import { createTemporaryDirectory } from '../temporary-directory.js';
import { type ChdbEngine, startChdbEngine } from './chdb-engine.js';
import { readStatement, type Statement } from './read-statement.js';

export interface ClickhouseFront {
  /** A value for ANALYTICS_URL, with a user, a password and a database that does not exist yet. */
  readonly url: string;
  readonly engine: ChdbEngine;
  /** Delays every statement from now on. */
  slowDown(ms: number): void;
  /** While true, every statement is answered with a 502, like that of a proxy without a server. */
  goAway(isAway: boolean): void;
  stop(): Promise<void>;
}

const USER = 'tester';
const PASSWORD = 'pass word/ä';

/** HTTP statuses by error code, as in ClickHouse's src/Server/HTTP/exceptionCodeToHTTPStatus.cpp. */
const STATUSES: Readonly<Record<string, number>> = {
  '47': 404,
  '60': 404,
  '62': 400,
  '81': 404,
  '159': 408,
  '516': 403,
};

const prepareOf = ({ database, params, settings }: Statement): readonly string[] => {
  const readonly = settings.get('readonly');
  const set = (name: string, value: string) =>
    `SET ${quoteIdentifier(name).replaceAll('`', '')} = ${quoteLiteral(value)}`;
  return [
    `USE ${quoteIdentifier(database)}`,
    // Stands for a server whose time zone is far from UTC.
    set('session_timezone', 'Pacific/Auckland'),
    ...[...settings].flatMap(([name, value]) => (name === 'readonly' ? [] : [set(name, value)])),
    ...[...params].map(([name, value]) => set(`param_${name}`, value)),
    // This comes last, because no setting can change after it.
    ...(readonly === undefined ? [] : [set('readonly', readonly)]),
  ];
};

const sendFailure = (response: ServerResponse, error: unknown): void => {
  const isOurs = error instanceof DatabaseQueryError && error.code !== null;
  const code = isOurs ? (error.code ?? '0') : '1002';
  const text = error instanceof Error ? error.message : String(error);
  response.writeHead(STATUSES[code] ?? 500, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': code,
  });
  const worded = text.startsWith('Code:') ? text : `Code: ${code}. DB::Exception: ${text}`;
  response.end(/\([A-Z_]{3,}\)/.test(worded) ? worded : `${worded} (UNKNOWN_EXCEPTION)`);
};

const sendAnswer = (response: ServerResponse, json: Uint8Array, wantsGzip: boolean): void => {
  const body = wantsGzip ? gzipSync(json) : json;
  response.writeHead(200, {
    'content-type': 'application/json; charset=UTF-8',
    'x-clickhouse-query-id': randomUUID(),
    'x-clickhouse-format': 'JSON',
    'x-clickhouse-summary': '{}',
    ...(wantsGzip ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(body);
};

const requireUser = ({ user, password }: Statement): void => {
  if (user === USER && password === PASSWORD) return;
  throw new DatabaseQueryError(
    `${user}: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED)`,
    '516',
  );
};

/** Starts on an empty folder and a free port. */
export const startClickhouseFront = async (): Promise<ClickhouseFront> => {
  const folder = await createTemporaryDirectory();
  const engine = await startChdbEngine(join(folder.path, 'analytics'));
  let delayMs = 0;
  let isAway = false;
  const running = new Set<string>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (request.url === '/ping') return void response.end('Ok.\n');
      const statement = await readStatement(request);
      const { id } = statement;
      // As the server does where another statement of the same id runs, whether or not its client still waits.
      if (running.has(id))
        throw new DatabaseQueryError(`Query with id = ${id} is already running.`, '216');
      running.add(id);
      try {
        if (delayMs > 0) await pause(delayMs);
        if (isAway) return void response.writeHead(502).end('<html>Bad Gateway</html>');
        requireUser(statement);
        const json = await engine.run(prepareOf(statement), statement.sql);
        sendAnswer(response, json, statement.wantsGzip);
      } finally {
        running.delete(id);
      }
    } catch (error) {
      sendFailure(response, error);
    }
  };
  const server = createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/chaintrail`,
    engine,
    slowDown: (ms) => {
      delayMs = ms;
    },
    goAway: (away) => {
      isAway = away;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await engine.stop();
      await folder.remove();
    },
  };
};
