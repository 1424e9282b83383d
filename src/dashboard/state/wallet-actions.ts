// What a wallet was asked for, each once: a signature or a transaction is told by several events.
import type { EventRow } from './events.js';

/** With what an action begins, by the type of its events. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  signature: 'requested',
  transaction: 'started',
};
/** What only comes of one that was sent, by its hash or batch; all else answers the user's request. */
const ENDS = /^(confirmed|reverted|replaced)$/;

type Action = [EventRow, ...EventRow[]];

/**
 * One row for each action, at the time of its first event, with all its states: `started → rejected`. What no
 * wallet was asked for stays as it is.
 *
 * Nothing links the beginning to what follows: of several open at a time the oldest is taken to be answered first.
 *
 * @param events of one visit of one wallet, in the order of their times
 */
export function toActions(events: readonly EventRow[]): readonly EventRow[] {
  const actions: Action[] = [];
  for (const event of events) {
    const begun = findBegun(actions, event);
    if (begun) begun.push(event);
    else actions.push([event]);
  }
  return actions.map(([first, ...later]) => ({
    ...(later.at(-1) ?? first),
    happened_ms: first.happened_ms,
    status: [first, ...later].map(({ status }) => status).join(' → '),
  }));
}

function findBegun(actions: readonly Action[], event: EventRow): Action | undefined {
  const { type, status, chain_id: chain } = event;
  const beginning = BEGINNINGS[type];
  if (beginning === undefined || status === beginning) return undefined;
  const isSent = type === 'transaction' && ENDS.test(status);
  return actions.find((action) => {
    const last = action[action.length - 1] as EventRow;
    if (last.type !== type) return false;
    if (isSent) return idOf(last) !== '' && idOf(last) === idOf(event);
    return last.status === beginning && last.chain_id === chain;
  });
}

const idOf = ({ batch_id: batch, transaction_hash: hash }: EventRow): string => batch || hash;
