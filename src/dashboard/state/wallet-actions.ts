// Merges the several events of one signature or transaction, such as `started` and `rejected`, into one action.
import type { EventRow } from './events.js';

/** The status of the event that begins an action, by the type of the event. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  signature: 'requested',
  transaction: 'started',
};
/** What happened to a transaction after it was sent: such an event is matched by its hash or batch id. */
const ENDS = /^(confirmed|reverted|replaced)$/;

/**
 * One row for each action, at the time of its first event, with all its statuses: `started → rejected`. Events
 * that do not belong to such an action stay as they are.
 *
 * No id links the first event to the answer. Of several open requests, the oldest is assumed to be answered first.
 *
 * @param events of one visit, in the order of their times
 */
export function toActions(events: readonly EventRow[]): readonly EventRow[] {
  const actions: EventRow[] = [];
  for (const event of events) {
    const at = actions.findIndex((action) => isOf(action, event));
    const begun = actions[at];
    if (begun === undefined) actions.push(event);
    else {
      const status = `${begun.status} → ${event.status}`;
      actions[at] = { ...event, happened_ms: begun.happened_ms, status };
    }
  }
  return actions;
}

/** Whether the event continues the action that `begun` stands for. */
function isOf(begun: EventRow, { type, status, ...event }: EventRow): boolean {
  if (begun.type !== type || begun.address !== event.address) return false;
  // A batch of calls may also fail after it was sent.
  const isEnd = ENDS.test(status) || (status === 'failed' && idOf(event) !== '');
  if (type === 'transaction' && isEnd) {
    return idOf(begun) !== '' && idOf(begun) === idOf(event);
  }
  const beginning = BEGINNINGS[type];
  return begun.status === beginning && status !== beginning && begun.chain_id === event.chain_id;
}

const idOf = ({
  sent_as: sent,
  transaction_hash: hash,
}: Pick<EventRow, 'sent_as' | 'transaction_hash'>): string => sent || hash;
