// SQL of the list of events.
import { eventsOf, ofDays, type Page, pageOf, projectOf, type Scope } from '../scope.js';
import { type Statement, statement } from '../statement.js';

const ORDER = "ORDER BY hits DESC, if(event = '', type, event), type, project_id";

/** @param page.onlyCustom lists only track events that have a name */
export const topEvents = (scope: Scope, page: Page & { readonly onlyCustom: boolean }): Statement =>
  statement((bind) => {
    const isRaw = scope.filters.length > 0;
    const row = isRaw ? 'e' : 'd';
    const { column, key } = projectOf(scope, row, bind);
    return `SELECT ${column},
  CAST(${row}.type, 'String') AS type,
  CAST(if(${row}.type = 'track', ${row}.event, ''), 'String') AS event,
  ${isRaw ? 'count()' : 'sum(d.hits)'} AS hits
FROM ${isRaw ? eventsOf(scope, bind) : `events_daily AS d WHERE ${ofDays(scope, bind)}`}${
      page.onlyCustom ? `\n  AND ${row}.type = 'track' AND ${row}.event != ''` : ''
    }
GROUP BY ${key}type, event
${ORDER}
${pageOf(page, bind)}`;
  });
