// Signatures and transactions of one wallet: what is asked of the user, and how it ends.
import type { SignatureEvent, TransactionEvent, WalletRef } from '../core/tracker-types.js';
import type { Cancel } from './delays.js';
import { findBuilderCodes } from './find-builder-codes.js';
import type { Guard } from './guard.js';
import type { BeginSigning, ObserveSigningOptions } from './observe-signing-options.js';
import { readText } from './provider.js';
import { readMessage } from './read-message.js';
import { readFirstCall, readTransaction } from './read-transaction.js';
import { readFault } from './rpc-error.js';
import { createTellTransaction } from './tell-transaction.js';
import type { Settle } from './watch-call.js';

/**
 * The same transaction within this time is another try: after failures of many kinds, viem tries
 * `wallet_sendTransaction`, or the calls of a batch one by one. Milliseconds.
 */
const TRY_AGAIN_MS = 500;

/** Where an answer has its id or hash: a batch's answer, and those of libraries. */
const ID_KEYS = ['id', 'hash', 'transactionHash'];

export const createObserveSigning = (
  options: ObserveSigningOptions,
  followsReceipts: boolean,
): BeginSigning => {
  const { tracker, connection, delays, host } = options;
  const tellTransaction = createTellTransaction(options, followsReceipts);
  /** The last failure, which is recorded once it is clear that the app does not try again. */
  let last: { readonly call: string; readonly tell: () => void; readonly hold: Cancel } | undefined;

  /**
   * Answers the function that records each step of a request, with what was known when it was made.
   */
  const teller =
    <E extends WalletRef>(record: (event: E) => void, asked: E) =>
    (moment: Partial<E>) =>
      connection.emit(({ chainId }) =>
        record({ ...asked, ...moment, chainId: asked.chainId ?? chainId }),
      );

  const sign = (
    ofVisitor: Guard,
    asked: SignatureEvent,
    hash: () => string | undefined,
  ): Settle => {
    const tell = teller(ofVisitor(tracker.signature), asked);
    let isTold = false;
    let messageHash: string | undefined;
    /**
     * In a microtask, so that the wallet is called before the message is hashed, which takes time.
     */
    const tellAsked = ofVisitor(() => {
      if (isTold) return;
      isTold = true;
      messageHash = hash();
      tell({ messageHash });
    });
    queueMicrotask(tellAsked);
    return (value, isError) => {
      tellAsked();
      tell({ messageHash, ...(isError ? readFault(value) : { status: 'confirmed' }) });
    };
  };

  const send = (ofVisitor: Guard, asked: TransactionEvent, params: unknown): Settle => {
    const tellNow = teller(ofVisitor(tellTransaction), asked);
    const codes = findBuilderCodes(params, host.fault);
    const tell = (moment: Partial<TransactionEvent>) =>
      codes ? void codes.then((found) => tellNow({ ...found, ...moment })) : tellNow(moment);
    const call = readFirstCall(params);
    const isAnotherTry = last?.call === call && last.hold();
    if (last?.hold()) last.tell();
    if (!isAnotherTry) tell({});
    return (value, isError) => {
      if (!isError) {
        const id =
          typeof value === 'string'
            ? value
            : ID_KEYS.map((key) => readText(value, key)).find(Boolean);
        const key = asked.callCount === undefined ? 'transactionHash' : 'batchId';
        return tell({ status: 'broadcasted', [key]: id });
      }
      const fault = readFault(value);
      const tellFault = () => tell(fault);
      if (fault.status === 'rejected') return tellFault();
      last = { call, tell: tellFault, hold: delays.after(TRY_AGAIN_MS, tellFault) };
    };
  };

  return (ofVisitor, method, params, more) => {
    const message = readMessage(method, params);
    const transaction = readTransaction(method, params);
    if (!message && !transaction) return undefined;
    connection.use((message?.said ?? transaction)?.address);
    const wallet = connection.ref();
    return message
      ? sign(ofVisitor, { ...wallet, ...message.said, method, status: 'requested' }, message.hash)
      : send(ofVisitor, { ...wallet, ...transaction, ...more, status: 'started' }, params);
  };
};
