// Tells of the moments of a transaction, and has it followed once it is on its way.
import { PENDING_KEY } from '../core/pending-key.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import type { Follow } from './follow-transactions.js';
import type { ObserveSigningOptions } from './observe-signing-options.js';
import { keepPending } from './pending.js';

/**
 * What follows transactions is loaded for who sends some, or did on an earlier page. A page to which it
 * cannot be loaded does without, and tries again at the next moment of a transaction.
 *
 * @param follows whether the wallet can be asked how transactions end
 */
export const createTellTransaction = (options: ObserveSigningOptions, follows: boolean) => {
  const { tracker, host, guard } = options;
  let follow: Follow | undefined;
  const load = (isBroadcast?: boolean) =>
    import('./follow-transactions.js').then(
      guard(({ createFollow }) => {
        follow ??= createFollow(options);
        if (isBroadcast) follow();
      }),
      host.fault,
    );

  if (follows && host.storage.get(PENDING_KEY)) load();
  return (event: TransactionEvent): void => {
    const told = host.describe(event);
    tracker.transaction(told);
    const isBroadcast = told.status === 'broadcasted';
    // Of a visitor who refuses, its end would be told, with all of it, after a grant.
    if (!follows || tracker.consent() === 'denied') return;
    // What follows it may not be here yet when the page goes: then the next one takes it up.
    keepPending(host, tracker.anonymousId(), told);
    // From the start on: while the user decides it is on its way here.
    load(isBroadcast);
  };
};
