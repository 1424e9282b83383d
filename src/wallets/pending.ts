// The transactions whose end is not known yet: written down at once, for this page and those to come.

import { attempt } from '../core/attempt.js';
import { PENDING_KEY } from '../core/pending-key.js';
import type { KeyValue } from '../core/ports.js';
import { toPlain } from '../core/to-plain.js';
import type { PluginHost, TransactionEvent } from '../core/tracker-types.js';
import { cutHex } from '../core/verbs.js';

/** More than one visitor has under way; bounds what is stored. */
const MOST_PENDING = 20;

export interface Pending {
  /** The transaction's hash, or what the wallet calls the batch. */
  readonly id: string;
  /** The anonymous id of who sent it: a reset on another subdomain does not reach what is kept here. */
  readonly visitor: string;
  /** When it was broadcasted. Milliseconds since 1970. */
  readonly at: number;
  /** As it was told when it was broadcasted. */
  readonly transaction: TransactionEvent;
  /** What it may be replaced by: the sender's nonce, as it was seen at a block. */
  readonly sent?: { readonly from: string; readonly nonce: number; readonly block: number };
}

/** Those of the visitor, also the ones that are too old, and of one and the same the older, too. */
export const readPending = (storage: KeyValue, visitor: string): readonly Pending[] =>
  attempt(() =>
    (JSON.parse(storage.get(PENDING_KEY) as string) as Pending[]).filter(
      (entry) => entry.visitor === visitor,
    ),
  ) ?? [];

/** Keeps what was broadcasted, and has an id since then, until its end is known. */
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
