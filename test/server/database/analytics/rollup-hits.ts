// Counts the events in each rollup.
export const ROLLUPS = ['events_daily', 'sessions_daily', 'sources_daily', 'wallets_daily'];

/** A SELECT of one number: the count of events of `{project:String}` in a rollup. */
export const hitsIn = (rollup: string): string => {
  const column = rollup === 'sessions_daily' ? 'events' : 'hits';
  // An event has one row in each rollup, except for sources, which have a row for each dimension.
  const one = rollup === 'sources_daily' ? " AND dimension = 'device'" : '';
  return `SELECT toUInt64(sum(${column})) AS n FROM ${rollup} WHERE project_id = {project:String}${one}`;
};
