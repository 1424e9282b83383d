// SQL of the lists of sources of visits.
import type { SourceColumn } from '../../../protocol/analytics/dimensions.js';
import { type Page, pageOf, projectOf, type Scope } from '../scope.js';
import { type Statement, statement } from '../statement.js';
import { emptyName } from './empty-name.js';
import { VISITORS, visits } from './visits.js';

/** @param column the dimension to list, which also names the column of the answer */
export const topSources = (
  scope: Scope,
  page: Page,
  column: SourceColumn | 'location',
): Statement =>
  statement((bind) => {
    const { column: project, key } = projectOf(scope, 'v', bind);
    return `SELECT ${project},
  if(v.visit_source = '', '${emptyName(column)}', v.visit_source) AS ${column},
  sum(v.visit_hits) AS hits,
  countIf(v.visit_is_session = 1) AS sessions,
  ${VISITORS} AS visitors
FROM ${visits(scope, column === 'channel' ? 'channel_type' : column, bind)} AS v
GROUP BY ${key}${column}
ORDER BY hits DESC, ${column}, project_id
${pageOf(page, bind)}`;
  });
