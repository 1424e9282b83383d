// What a Postgres server does by processes of its own, of which PGlite has none: rows that were deleted
// keep their room otherwise, and the log of changes grows until the next start.
import type { PgliteLives } from './pglite-lives.js';

/** Tables of which so many rows changed since they were tidied; what is less is not worth the pause. */
const WORN = `
SELECT quote_ident(relname) AS name FROM pg_stat_user_tables
WHERE n_dead_tup + n_ins_since_vacuum + n_mod_since_analyze > 1000`;

/** One statement at a time, so that whoever asks meanwhile waits for one table at most. */
export async function tidy({ run }: Pick<PgliteLives, 'run'>): Promise<void> {
  // What the last second changed is not counted yet.
  await run((pglite) => pglite.exec('SELECT pg_stat_force_next_flush()'));
  const worn = await run((pglite) => pglite.query<{ name: string }>(WORN));
  for (const { name } of worn.rows) await run((pglite) => pglite.exec(`VACUUM (ANALYZE) ${name}`));
  await run((pglite) => pglite.exec('CHECKPOINT'));
}
