// The transactions whose end is not known yet: stored at once, for this page and later ones.

import { attempt } from '../core/attempt.js';
import { PENDING_KEY } from '../core/pending-key.js';
import type { KeyValue } from '../core/ports.js';
import { toPlain } from '../core/to-plain.js';
import type { PluginHost, TransactionEvent } from '../core/tracker-types.js';
import { cutHex } from '../core/verbs.js';

/** More transactions than a visitor has pending at a time; bounds what is stored. */
const MOST_PENDING = 20;

export interface Pending {
  /** The transaction's hash, or the wallet's id of the batch. */
  readonly id: string;
  /**
   * The sender's anonymous id: a `reset` on another subdomain does not clear this site's storage.
   */
  readonly visitor: string;
  /** When it was broadcasted. Milliseconds since 1970. */
  readonly at: number;
  /** The event as it was recorded at the broadcast. */
  readonly transaction: TransactionEvent;
  /**
   * What the node told of it: the sender, the nonce, what it calls, and a block at which it still waited. Another one
   * with this nonce would replace it.
   */
  readonly sent?: {
    readonly from: string;
    readonly nonce: number;
    readonly block: number;
    readonly call: string;
  };
}

/** All stored entries of the visitor: also those that are too old, and several with the same id. */
export const readPending = (storage: KeyValue, visitor: string): readonly Pending[] =>
  attempt(() =>
    (JSON.parse(storage.get(PENDING_KEY) as string) as Pending[]).filter(
      (entry) => entry.visitor === visitor,
    ),
  ) ?? [];

/**
 * Stores a broadcasted transaction until its end is known. Before the broadcast it has no id, and
 * is not stored.
 */
export const keepPending = (
  { storage, clock }: PluginHost,
  visitor: string,
  transaction: TransactionEvent,
) => {
  const id = transaction.batchId ?? transaction.transactionHash;
  if (!id) return;
  const kept = {
    ...transaction,
    data: transaction.data?.slice(0, 10),
    functionArgs: cutHex(transaction.functionArgs),
  };
  const entry = { id, visitor, at: clock.now(), transaction: kept };
  const list = [...readPending(storage, visitor), entry].slice(-MOST_PENDING);
  storage.set(PENDING_KEY, JSON.stringify(toPlain(list)));
};
