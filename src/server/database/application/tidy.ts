// Does for PGlite what a Postgres server does in background processes: otherwise deleted rows keep their
// space, and the write-ahead log grows until the next start.
import type { PgliteLives } from './pglite-lives.js';

/** Tables with so many changed rows since the last VACUUM; for fewer it is not worth the pause. */
const WORN = `
SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
WHERE n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 1000`;

/** Runs one statement at a time, so that other work waits for one table at most. */
export async function tidy({ run }: Pick<PgliteLives, 'run'>): Promise<void> {
  // Flushes the statistics, which otherwise lack the changes of the last second.
  await run((pglite) => pglite.exec('SELECT pg_stat_force_next_flush()'));
  const worn = await run((pglite) => pglite.query<{ name: string }>(WORN));
  for (const { name } of worn.rows) await run((pglite) => pglite.exec(`VACUUM (ANALYZE) ${name}`));
  await run((pglite) => pglite.exec('CHECKPOINT'));
}
