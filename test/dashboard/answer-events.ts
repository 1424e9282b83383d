// Answers the queries for the events of a wallet's history.
import { toDay } from '../../src/dashboard/state/date-range.js';
import type { EventRow } from '../../src/dashboard/state/events.js';
import { rowOf } from './event-row.js';

/** Answers the two queries for events as the server would. */
export function answerTo(sql: string, events: readonly EventRow[]): readonly EventRow[] {
  const textsIn = (list: RegExp) => list.exec(sql)?.[1]?.match(/[^', ]+/g);
  const days: readonly string[] = textsIn(/toDate\(timestamp\) IN \(([^)]+)\)/) ?? [];
  const sessions = textsIn(/session_id IN \(([^)]+)\)/);
  const [, ms = '', id = ''] = /<= \((\d+), '([^']+)'\)/.exec(sql) ?? [];
  const compare = (one: EventRow, other: EventRow) =>
    one.happened_ms - other.happened_ms || (one.message_id < other.message_id ? -1 : 1);
  const newest = rowOf({ happened_ms: Number(ms), message_id: id });
  return events
    .filter(
      (event) =>
        (event.address === '') === (sessions !== undefined) &&
        (sessions?.includes(event.session_id) ?? true) &&
        days.includes(toDay(event.happened_ms)) &&
        (ms === '' || event.message_id === id || compare(event, newest) < 0),
    )
    .toSorted((one, other) => compare(other, one))
    .slice(0, Number(/LIMIT (\d+)$/.exec(sql)?.[1]));
}
