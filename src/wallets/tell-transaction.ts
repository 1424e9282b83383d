// Records the steps of a transaction, and has it followed once it is broadcasted.
import { PENDING_KEY } from '../core/pending-key.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import type { Follow } from './follow-transactions.js';
import type { ObserveSigningOptions } from './observe-signing-options.js';
import { keepPending } from './pending.js';

/**
 * The module that follows transactions is loaded when one is sent, or was on an earlier page. When
 * it cannot be loaded, the next step of a transaction tries again.
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
    // Not stored without consent: after a later grant, its end would be recorded with all details.
    if (!follows || tracker.consent() === 'denied') return;
    // Stored at once: the page may go before the module has loaded, and then the next page follows
    // it.
    keepPending(host, tracker.anonymousId(), told);
    // Loaded from the first step on, while the user decides in the wallet.
    load(isBroadcast);
  };
};
