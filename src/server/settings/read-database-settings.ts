// Reads where the databases are, when they are not in the data folder.
import { parseClickhouseUrl } from '../database/analytics/clickhouse-url.js';
import type { ClickhouseServer } from '../database/analytics/open-clickhouse.js';
import type { DatabaseSettings } from '../database/open-databases.js';
import { decodePart } from '../decode-part.js';
import type { EnvironmentReader } from './read-environment.js';

/** Faults name the variable and never show the address, which may hold a password. */
export function readDatabaseSettings(
  read: EnvironmentReader,
): Pick<DatabaseSettings, 'clickhouse' | 'postgresUrl'> {
  const clickhouse = readClickhouse(read);
  const postgresUrl = readPostgresUrl(read);
  return {
    ...(clickhouse === undefined ? {} : { clickhouse }),
    ...(postgresUrl === undefined ? {} : { postgresUrl }),
  };
}

function readClickhouse(read: EnvironmentReader): ClickhouseServer | undefined {
  const url = read.secret('ANALYTICS_URL');
  const cluster = read.text('ANALYTICS_CLUSTER');
  if (cluster !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(cluster)) {
    read.fault(
      'ANALYTICS_CLUSTER must be a cluster name made of letters, digits and underscores; ' +
        `it is "${cluster}".`,
    );
  }
  if (url === undefined) {
    if (cluster !== undefined) read.fault('ANALYTICS_CLUSTER needs ANALYTICS_URL; it is not set.');
    return undefined;
  }
  try {
    return { ...parseClickhouseUrl(url), ...(cluster === undefined ? {} : { cluster }) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    read.fault(`ANALYTICS_URL ${error.message}.`);
    return undefined;
  }
}

function readPostgresUrl(read: EnvironmentReader): string | undefined {
  const text = read.secret('APPLICATION_URL');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const hasName = url !== undefined && url.hostname !== '' && url.pathname.length > 1;
  if (!hasName || !/^postgres(ql)?:$/.test(url.protocol) || mayHoldPassword(url)) {
    read.fault(
      'APPLICATION_URL must be postgres://user:password@host:5432/database, ' +
        'with / as %2F, ? as %3F and # as %23 in its user and password.',
    );
    return undefined;
  }
  // A % without two hexadecimal digits behind it is taken literally by the driver, so it is not a fault.
  const parts = [url.username, url.password, url.hostname, url.pathname].map((part) =>
    decodePart(part.replace(/%(?![\da-f]{2})/gi, '%25')),
  );
  if (!parts.includes(undefined)) return text;
  read.fault('APPLICATION_URL must write each % in its user and password as %25.');
  return undefined;
}

/**
 * Whether a character in the password ended the host early: `postgres://me:1/2@host/app` names the database `2@host/app`
 * on the host `me`.
 */
const mayHoldPassword = ({ pathname, searchParams, hash }: URL): boolean =>
  [pathname, ...searchParams.keys()].some((part) => part.includes('@')) || hash !== '';

/** The addresses without passwords. */
export const describeDatabases = ({
  clickhouse,
  postgresUrl,
}: Pick<DatabaseSettings, 'clickhouse' | 'postgresUrl'>) => ({
  ANALYTICS_URL: clickhouse === undefined ? null : withoutPassword(clickhouse),
  ANALYTICS_CLUSTER: clickhouse?.cluster ?? null,
  APPLICATION_URL: postgresUrl === undefined ? null : withoutPasswordOf(postgresUrl),
});

const HIDDEN = '(hidden)';

function withoutPassword({ origin, username, password, database }: ClickhouseServer): string {
  const { protocol, host } = new URL(origin);
  return `${protocol}//${username}${password === '' ? '' : `:${HIDDEN}`}@${host}/${database}`;
}

/** The query of the URL may hold further secrets, so only the names of its options are shown. */
function withoutPasswordOf(text: string): string {
  const { protocol, username, password, host, pathname, searchParams } = new URL(text);
  const options = [...searchParams.keys()].map((name) => `${name}=${HIDDEN}`).join('&');
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${HIDDEN}`}@`;
  return `${protocol}//${user}${host}${pathname}${options === '' ? '' : `?${options}`}`;
}
