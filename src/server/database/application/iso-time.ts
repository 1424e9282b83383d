// How instants come out of Postgres, whichever one it is: ISO 8601 in UTC.

/** Postgres' numbers of its types (pg_type). */
export const TIMESTAMP = 1114;
export const TIMESTAMP_WITH_ZONE = 1184;
export const DATE = 1082;

/** `infinity` and dates before Christ have no ISO form and stay as Postgres writes them. */
export const isoTimestamp = (text: string): string => {
  const at = new Date(/[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};
