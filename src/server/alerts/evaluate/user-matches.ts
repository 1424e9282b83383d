// Reads the wallets that had new events and match an alert's filters.
import type { AlertFilter } from '../../../protocol/alerts/alert.js';
import { statement } from '../../analytics/statement.js';
import { walletOf } from '../../database/analytics/wallet-profile-select.js';
import type { AnalyticsDatabase, SqlValue } from '../../database/ports.js';
import {
  LIFECYCLE_SQL,
  type LifecycleThresholds,
  lifecycleParameters,
} from '../../profiles/lifecycle.js';
import { liveProfiles, type ProfileRow, SHOWN_COLUMNS } from '../../profiles/profile-columns.js';
import { profileOf } from '../../profiles/profile-of-row.js';
import { userConditions, userFilterSql } from '../user-filters.js';
import { IN_WINDOW, type Match, matchHash, type Window, windowParams } from './match.js';
import { type ReadPage, readPages } from './read-pages.js';
import type { SegmentMembers } from './segment-members.js';

export interface UserMatchesParts {
  readonly database: Pick<AnalyticsDatabase, 'query'>;
  readonly lifecycle: LifecycleThresholds;
  readonly segments: SegmentMembers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Wallets with events in the window. Other changes of a profile do not trigger an evaluation of the wallet.
 */
const CAME = `SELECT DISTINCT e.project_id AS project_id, ${walletOf('e.address')} AS wallet
FROM events AS e WHERE ${IN_WINDOW} AND e.address != ''`;

const NO_SECTIONS = { wanted: new Set<never>(), holdings: undefined, labels: [] };

/** Page by page, ordered by address, with the profile as it is now. */
export async function* userMatches(
  { database, lifecycle, segments, now }: UserMatchesParts,
  filters: readonly AlertFilter[],
  { window, size: most }: { readonly window: Window; readonly size: number },
): AsyncGenerator<readonly Match[]> {
  const conditions = userConditions(filters);
  const members = await segments(window.projectId, conditions.segments);
  const fixed: Record<string, SqlValue> = {
    ...windowParams(window),
    ...lifecycleParameters(lifecycle, now()),
    ...members.params,
    projects: [window.projectId],
  };
  let bound: Readonly<Record<string, SqlValue>> = {};
  const { sql, params } = statement((bind) => {
    const matching = userFilterSql(conditions, bind);
    bound = matching.params;
    return `SELECT ${SHOWN_COLUMNS(LIFECYCLE_SQL)} FROM (${liveProfiles(CAME)}) AS s
WHERE s.wallet > {wallet:String} AND ${matching.sql} AND (${members.sql})
ORDER BY s.wallet LIMIT {size:UInt32}`;
  });
  const read: ReadPage<ProfileRow> = async (last, size, options) => {
    const values = { ...fixed, ...bound, ...params, wallet: last?.wallet ?? '', size };
    return (await database.query<ProfileRow>(sql, values, options)).data;
  };
  for await (const rows of readPages(read, most)) yield rows.map(matchOf);
}

const matchOf = (row: ProfileRow): Match => ({
  hash: matchHash('user', row.wallet),
  data: profileOf(row, NO_SECTIONS),
});
