// The transactions whose end is not known yet: written down at once, for this page and those to come.
import { readChainId } from '../core/chain-id.js';
import type { KeyValue } from '../core/ports.js';
import { toPlain } from '../core/to-plain.js';
import type { PluginHost, TransactionEvent } from '../core/tracker-types.js';
import { attempt } from './provider.js';

export const PENDING_KEY = 'pending_transactions';

/** More than one visitor has under way; bounds what is stored. */
const MOST_PENDING = 20;

export interface Pending {
  /** The transaction's hash, or what the wallet calls the batch. */
  readonly id: string;
  /** When it was broadcasted. Milliseconds since 1970. */
  readonly at: number;
  /** As it was told when it was broadcasted. */
  readonly transaction: TransactionEvent;
  /** What it may be replaced by: the sender's nonce, as it was seen at a block. */
  readonly sent?: { readonly from: string; readonly nonce: number; readonly block: number };
}

export const readPending = (storage: KeyValue): readonly Pending[] => {
  const stored: unknown = attempt(() => JSON.parse(storage.get(PENDING_KEY) ?? ''));
  return Array.isArray(stored) ? stored : [];
};

/** Adds it, or takes it for the one with the same id. */
export const putPending = (storage: KeyValue, entry: Pending) => {
  const others = readPending(storage).filter(({ id }) => id !== entry.id);
  const list = [...others, entry].slice(-MOST_PENDING);
  storage.set(PENDING_KEY, JSON.stringify(toPlain(list)));
};

/** Keeps what was broadcasted until its end is known. */
export const keepPending = ({ storage, clock }: PluginHost, transaction: TransactionEvent) => {
  const id = transaction.batchId ?? transaction.transactionHash;
  if (!id) return;
  const data = transaction.data?.slice(0, 10);
  const chainId = readChainId(transaction.chainId);
  putPending(storage, { id, at: clock.now(), transaction: { ...transaction, data, chainId } });
};
