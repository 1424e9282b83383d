// What a wallet was asked for, each once: a signature or a transaction is told by several events.
import type { EventRow } from './events.js';

/** With what an action begins, by the type of its events. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  signature: 'requested',
  transaction: 'started',
};
/** What only comes of one that was sent, by its hash or batch; all else answers the user's request. */
const ENDS = /^(confirmed|reverted|replaced)$/;

/**
 * One row for each action, at the time of its first event, with all its states: `started → rejected`. What no
 * wallet was asked for stays as it is.
 *
 * Nothing links the beginning to what follows: of several open at a time the oldest is taken to be answered first.
 *
 * @param events of one visit of one wallet, in the order of their times
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

/** Whether the event tells more of what was begun. */
function isOf(begun: EventRow, { type, status, ...event }: EventRow): boolean {
  if (begun.type !== type) return false;
  if (type === 'transaction' && ENDS.test(status)) {
    return idOf(begun) !== '' && idOf(begun) === idOf(event);
  }
  const beginning = BEGINNINGS[type];
  return begun.status === beginning && status !== beginning && begun.chain_id === event.chain_id;
}

const idOf = ({
  batch_id: batch,
  transaction_hash: hash,
}: Pick<EventRow, 'batch_id' | 'transaction_hash'>): string => batch || hash;
