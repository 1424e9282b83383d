// Finds the transaction that took another's place: the same account and nonce, another hash.

import { attempt } from '../core/attempt.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import type { AskLater } from './ask-later.js';
import type { Pending } from './pending.js';
import { read } from './provider.js';

const toHex = (count: number) => `0x${count.toString(16)}`;
/** Zero for `0x` and for an amount that is left out, which `BigInt` refuses. */
const amountOf = (value: unknown) => attempt(() => BigInt(String(value))) ?? 0n;
const lower = (value: unknown) => String(value ?? '').toLowerCase();

/**
 * The first block after which the account's count of transactions is above `nonce`, by binary
 * search.
 */
const findBlock = async (ask: AskLater, { from, nonce, block }: Required<Pending>['sent']) => {
  let [low, high] = [block, Number(await ask('eth_blockNumber'))];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const count = Number(await ask('eth_getTransactionCount', [from, toHex(middle)]));
    if (count > nonce) high = middle;
    else if (count <= nonce) low = middle + 1;
    // The answer is no number: the node no longer has the state of that block.
    else return undefined;
  }
  return low;
};

/**
 * The mined transaction of the same sender and nonce; undefined when the wallet's node cannot tell.
 */
export const findReplacement = async (
  ask: AskLater,
  sent: Required<Pending>['sent'],
): Promise<unknown> => {
  const block = await findBlock(ask, sent);
  if (block === undefined) return undefined;
  const transactions = read(
    await ask('eth_getBlockByNumber', [toHex(block), true]),
    'transactions',
  );
  return Array.isArray(transactions)
    ? transactions.find(
        (found) =>
          lower(read(found, 'from')) === lower(sent.from) &&
          Number(read(found, 'nonce')) === sent.nonce,
      )
    : undefined;
};

/** Recipient, amount and selector of a node's transaction. */
export const readCall = (transaction: unknown): string => {
  const [to, input] = ['to', 'input'].map((key) => lower(read(transaction, key)));
  return `${to} ${amountOf(read(transaction, 'value'))} ${(input || '0x').slice(0, 10)}`;
};

/**
 * What the user did in the wallet: paid more for the same, cancelled it, or sent something else.
 *
 * @param call `readCall` of the first transaction
 */
export const readReplacement = (found: unknown, call: string): TransactionEvent['replacement'] => {
  const next = readCall(found);
  if (next === call) return 'sped_up';
  return next === `${lower(read(found, 'from'))} 0 0x` ? 'cancelled' : 'other';
};
