// Reads the address of a ClickHouse server: http(s)://user:password@host:8123/database.
import { decodePart } from '../../decode-part.js';
import type { ClickhouseServer } from './open-clickhouse.js';

/** ClickHouse's names for the default user and the default database. */
const DEFAULT_NAME = 'default';
const DATABASE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * @throws TypeError saying what the address must be; its message contains no password
 */
export const parseClickhouseUrl = (text: string): ClickhouseServer => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new TypeError('must be http(s)://user:password@host:8123/database, without a query');
  }
  const database = url.pathname.replace(/^\/|\/$/g, '') || DEFAULT_NAME;
  if (!DATABASE.test(database)) {
    throw new TypeError(
      `must end in a database name made of letters, digits and underscores; it is "${database}"`,
    );
  }
  const [username, password] = [decodePart(url.username), decodePart(url.password)];
  if (username === undefined || password === undefined) {
    throw new TypeError('must write each % in its user and password as %25');
  }
  return {
    origin: url.origin,
    username: username || DEFAULT_NAME,
    password,
    database,
  };
};
