// Parses values of a Postgres server as the port promises, which differs from the driver's defaults.
import pg from 'pg';
import { DATE, isoTimestamp, TIMESTAMP, TIMESTAMP_WITH_ZONE } from './iso-time.js';

/** OIDs of types (pg_type). */
const BIGINT = 20;
// The driver's typings lack the OIDs of array types.
const LIST_OF_TEXTS: number = 1009;
const LISTS: Readonly<Record<number, number>> = {
  1016: BIGINT,
  1115: TIMESTAMP,
  1182: DATE,
  1185: TIMESTAMP_WITH_ZONE,
};

type Parse = (text: string) => unknown;

const parseBigint: Parse = (text) => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

const PARSERS: Readonly<Record<number, Parse>> = {
  [BIGINT]: parseBigint,
  [DATE]: (text) => text,
  [TIMESTAMP]: isoTimestamp,
  [TIMESTAMP_WITH_ZONE]: isoTimestamp,
};

const parserOf = (type: number): Parse | undefined => {
  const element = PARSERS[LISTS[type] ?? 0];
  if (element === undefined) return PARSERS[type];
  const parseTexts = pg.types.getTypeParser(LIST_OF_TEXTS, 'text');
  return (text) => mapDeep(parseTexts(text), element);
};

/** Applies a parser to all elements: an array of several dimensions is a list of lists. */
const mapDeep = (value: unknown, parse: Parse): unknown => {
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, parse));
  return typeof value === 'string' ? parse(value) : value;
};

/** The value of the driver's option `types`. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => parserOf(type) ?? pg.types.getTypeParser(type, format),
};
