// Follows broadcasted transactions until their end is known, including those that earlier pages
// sent.
import { readChainId } from '../core/chain-id.js';
import { keccak256 } from '../core/keccak256.js';
import { PENDING_KEY } from '../core/pending-key.js';
import type { TransactionEvent } from '../core/tracker-types.js';
import { createAskLater } from './ask-later.js';
import { findReplacement, readCall, readReplacement } from './find-replacement.js';
import type { ObserveSigningOptions } from './observe-signing-options.js';
import type { Pending } from './pending.js';
import { createPendingList } from './pending-list.js';
import { isScalar, keyOf, read, readText } from './provider.js';
import { type Outcome, readBatch, readReceipt, readUserOperation } from './read-receipt.js';

/**
 * The pause between two rounds of questions to the node: at first FIRST_PAUSE_MS, later longer.
 * Milliseconds.
 */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Looks soon how a transaction ended that was broadcasted and stored just now. */
export type Follow = () => void;

/**
 * The message id of an event that ends a transaction: each tab that may record it uses the same id,
 * so that the server counts it once.
 */
const messageIdOf = ({ id, at }: Pending) => {
  const time = at.toString(16).padStart(12, '0');
  const hash = keccak256(Uint8Array.from(id, (char) => char.charCodeAt(0)));
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
};

const readAccountType = (code: unknown): TransactionEvent['accountType'] => {
  if (typeof code !== 'string') return undefined;
  if (code.startsWith('0xef0100')) return 'eip7702';
  return code.length > 2 ? 'contract' : 'eoa';
};

export const createFollow = (options: ObserveSigningOptions): Follow => {
  const { tracker, host, hub, connection, guard, isTold } = options;
  const { clock } = host;
  const ask = createAskLater(hub, clock);
  /** MetaMask Connect: on a phone it opens its app for each request that its nodes do not answer. */
  const isRemote = () => read(options.provider, 'selectedAccount');
  const list = createPendingList(host.storage, clock.now, tracker.anonymousId);
  const accountTypes = new Map<string, TransactionEvent['accountType']>();
  /**
   * Ids whose nonce another transaction has used, as one look found. Only the next look counts them
   * as replaced, since another node may be behind and not have the receipt yet.
   */
  const passed = new Set<string>();
  const ended = new Set<string>();
  let cancel: (() => void) | undefined;
  let isLooking = false;

  /** Whether the wallet is on another chain, whose node knows nothing of the transaction. */
  const isElsewhere = async ({ chainId }: TransactionEvent) =>
    chainId !== undefined &&
    readChainId(connection.ref().chainId ?? (await ask('eth_chainId'))) !== readChainId(chainId);

  const typeOf = async (address: string | undefined, transaction: TransactionEvent) => {
    const account = `${address} ${transaction.chainId}`;
    // A plain account is asked for again, since it may get a contract's code at any time
    // (EIP-7702).
    const isOpen = (accountTypes.get(account) ?? 'eoa') === 'eoa';
    if (address && isOpen && !(await isElsewhere(transaction))) {
      accountTypes.set(account, readAccountType(await ask('eth_getCode', [address, 'latest'])));
    }
    return accountTypes.get(account);
  };

  const end = async (entry: Pending, outcome: Outcome) => {
    const { transaction } = entry;
    const known = await typeOf(transaction.address, transaction);
    const accountType =
      known === 'eoa' ? (outcome.accountType ?? known) : (known ?? outcome.accountType);
    // Another adapter or tab may have recorded this end, or the visitor may have changed.
    if (!isTold() || !list.take(entry.id)) return;
    ended.add(entry.id);
    const transactionHash = outcome.transactionHash ?? transaction.transactionHash;
    tracker.transaction({ ...transaction, ...outcome, transactionHash, accountType }, undefined, {
      messageId: messageIdOf(entry),
    });
  };

  const replace = async (entry: Pending, sent: Required<Pending>['sent']) => {
    const { id, transaction } = entry;
    // The wallet may have changed its chain since: the count would be that of another chain.
    if (readChainId(await ask('eth_chainId')) !== readChainId(transaction.chainId)) return;
    const found = await findReplacement(ask, sent);
    const replacedBy = readText(found, 'hash');
    if (replacedBy === id) return;
    const replacement = found ? readReplacement(found, sent.call) : undefined;
    await end(entry, { status: 'replaced', replacedBy, replacement });
    // Follows a sped-up transaction, unless its end was recorded already because the app sent it
    // itself.
    const isNext = replacement === 'sped_up' && ended.has(id);
    if (replacedBy && isNext && !ended.has(replacedBy)) {
      list.put({
        ...entry,
        id: replacedBy,
        transaction: { ...transaction, transactionHash: replacedBy },
      });
    }
  };

  /**
   * Finds why no block has the transaction: it still waits, it is a user operation (ERC-4337), or
   * another transaction took its nonce.
   */
  const lookBehind = async (entry: Pending) => {
    const { id, sent } = entry;
    if (!sent) {
      const transaction = await ask('eth_getTransactionByHash', [id]);
      const [from, nonce] = [readText(transaction, 'from'), read(transaction, 'nonce')];
      if (from && isScalar(nonce)) {
        const block = Number(await ask('eth_blockNumber'));
        const call = readCall(transaction);
        const next = { ...entry, sent: { from, nonce: Number(nonce), block, call } };
        if (block >= 0 && list.take(id)) list.put(next);
      } else if (!isRemote()) {
        const answer = await ask('eth_getUserOperationReceipt', [id]);
        const outcome = readUserOperation(answer, id);
        if (outcome) await end(entry, outcome);
      }
    } else if (Number(await ask('eth_getTransactionCount', [sent.from, 'latest'])) > sent.nonce) {
      // A proposal in a Safe looks like a transaction that the Safe sends, but a contract's nonce
      // does not tell whether it can still be mined.
      if ((await typeOf(sent.from, entry.transaction)) === 'contract') return;
      if (passed.has(id)) await replace(entry, sent);
      passed.add(id);
    }
  };

  const check = async (entry: Pending) => {
    const { id, transaction } = entry;
    if (transaction.batchId) {
      if (isRemote()) return undefined;
      const outcome = readBatch(await ask('wallet_getCallsStatus', [id]), transaction.callCount);
      return outcome && end(entry, outcome);
    }
    if (await isElsewhere(transaction)) return;
    const receipt = await ask('eth_getTransactionReceipt', [id]);
    const outcome = readReceipt(receipt);
    if (outcome) return end(entry, outcome);
    if (receipt === null) await lookBehind(entry);
  };

  const ours = () =>
    list.all().filter(({ transaction }) => keyOf(transaction) === keyOf(connection.ref()));

  const look = async () => {
    isLooking = true;
    for (const entry of ours()) if (isTold()) await check(entry);
  };
  const planNext = () => {
    isLooking = false;
    const youngest = Math.max(...ours().map(({ at }) => at));
    if (youngest > 0) plan((clock.now() - youngest) / 2);
  };
  const plan = (afterMs: number) => {
    cancel?.();
    const pause = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, afterMs));
    const lookNow = guard(() => {
      if (!isLooking) look().catch(host.fault).then(guard(planNext));
    });
    cancel = clock.after(pause, lookNow);
  };

  if (list.all().length > 0) plan(0);
  // All are too old to be followed: removed, so that later pages need not load this module.
  else host.storage.remove(PENDING_KEY);
  return () => plan(0);
};
