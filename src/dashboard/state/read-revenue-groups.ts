// Reads the revenue of groups of visits, summed up over all days.
import type { Chaintrail } from '../../client/chaintrail.js';
import type { CallOptions } from '../../client/options.js';
import type { Dimension } from '../../protocol/analytics/dimensions.js';
import { isLast } from '../format/fields.js';
import { overProjects } from '../format/over-projects.js';
import type { Scope } from './scope.js';

export interface RevenueGroup {
  /** Name of the group, as the API gives it. */
  readonly value: string;
  readonly revenue: number;
  readonly volume: number;
}

/** @returns the groups with the most revenue first, without those that have none */
export async function readRevenueGroups(
  client: Chaintrail,
  question: Scope['query'] & { readonly group_by: Dimension },
  options: CallOptions = {},
): Promise<readonly RevenueGroup[]> {
  const { data } = await client.analytics.revenueOverview(question, options);
  const rows = data.map((row) => ({
    value: row[question.group_by] ?? '',
    revenue: row.revenue,
    volume: row.volume,
  }));
  return overProjects(rows, ({ value }) => value)
    .filter(({ revenue, volume }) => revenue !== 0 || volume !== 0)
    .sort(
      (a, b) => isLast(a.value) - isLast(b.value) || b.revenue - a.revenue || b.volume - a.volume,
    );
}
