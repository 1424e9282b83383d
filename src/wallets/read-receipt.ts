// Reads how a transaction, a batch of calls or a user operation ended.
import type { TransactionEvent } from '../core/tracker-types.js';
import { isScalar, read, readText } from './provider.js';

export type Outcome = Pick<TransactionEvent, 'status'> & Partial<TransactionEvent>;

const toStatus = (isSuccess: boolean) => (isSuccess ? 'confirmed' : 'reverted');

/** Undefined while no block has the transaction. */
export const readReceipt = (receipt: unknown): Outcome | undefined => {
  const [blockNumber, gasUsed] = [read(receipt, 'blockNumber'), read(receipt, 'gasUsed')];
  if (!isScalar(blockNumber)) return undefined;
  return {
    // Receipts from before Byzantium (EIP-658) have no status.
    status: toStatus(Number(read(receipt, 'status') ?? 1) === 1),
    blockNumber,
    gasUsed: isScalar(gasUsed) ? gasUsed : undefined,
    transactionHash: readText(receipt, 'transactionHash'),
  };
};

/**
 * Reads the answer of `eth_getUserOperationReceipt` (ERC-7769): the operation may fail inside a
 * transaction that succeeds.
 */
export const readUserOperation = (answer: unknown, userOpHash: string): Outcome | undefined => {
  const outcome = readReceipt(read(answer, 'receipt'));
  const gasUsed = read(answer, 'actualGasUsed');
  return (
    outcome && {
      ...outcome,
      status: toStatus(read(answer, 'success') === true),
      ...(isScalar(gasUsed) && { gasUsed }),
      accountType: 'contract',
      userOpHash,
    }
  );
};

/**
 * The outcome by a status code of EIP-5792, for answers without receipts; below 200 a batch is
 * still pending.
 */
const toBatchStatus = (code: number): Outcome['status'] =>
  code < 300 ? 'confirmed' : code < 500 ? 'failed' : 'reverted';

/**
 * Reads the answer of `wallet_getCallsStatus` (EIP-5792). Its receipts count more than its status,
 * which some wallets get wrong.
 */
export const readBatch = (answer: unknown, callCount = 1): Outcome | undefined => {
  const status = read(answer, 'status');
  // Before version 2 of EIP-5792 the status was a word.
  const code = status === 'CONFIRMED' ? 200 : Number(status);
  const list = read(answer, 'receipts');
  const receipts = (Array.isArray(list) ? list : []).flatMap((item) => readReceipt(item) ?? []);
  const isWhole = read(answer, 'atomic') === true || receipts.length >= callCount || code >= 200;
  const last = receipts.at(-1);
  if (last && isWhole) {
    return {
      ...last,
      status: toStatus(receipts.every((receipt) => receipt.status === 'confirmed')),
      // Safe repeats the receipt of a batch's one transaction for each call: its gas counts once.
      gasUsed:
        [...new Map(receipts.map((receipt) => [receipt.transactionHash, receipt])).values()].reduce(
          (sum, { gasUsed }) => sum + Number(gasUsed ?? 0),
          0,
        ) || undefined,
    };
  }
  return code >= 200 ? { status: toBatchStatus(code) } : undefined;
};
