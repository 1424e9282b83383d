// How many events each rollup has counted.
export const ROLLUPS = ['events_daily', 'sessions_daily', 'sources_daily', 'wallets_daily'];

/** A SELECT of one number: the events of `{project:String}` in a rollup. */
export const hitsIn = (rollup: string): string => {
  const column = rollup === 'sessions_daily' ? 'events' : 'hits';
  // Of one event there is one row in each, but for the sources: one for each dimension.
  const one = rollup === 'sources_daily' ? " AND dimension = 'device'" : '';
  return `SELECT toUInt64(sum(${column})) AS n FROM ${rollup} WHERE project_id = {project:String}${one}`;
};
