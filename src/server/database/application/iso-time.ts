// Converts timestamps of PGlite and Postgres to ISO 8601 in UTC.

/** OIDs of types (pg_type). */
export const TIMESTAMP = 1114;
export const TIMESTAMP_WITH_ZONE = 1184;
export const DATE = 1082;

/** `infinity` and years BC have no ISO form, and stay as Postgres writes them. */
export const isoTimestamp = (text: string): string => {
  const at = new Date(/[+-]\d\d(:?\d\d)?$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};
