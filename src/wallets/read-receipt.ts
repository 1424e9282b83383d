// Reads how a transaction, a batch of calls or a user operation ended.
import type { TransactionEvent } from '../core/tracker-types.js';
import { isScalar, read, readText } from './provider.js';

export type Outcome = Pick<TransactionEvent, 'status'> & Partial<TransactionEvent>;

const toStatus = (isSuccess: boolean) => (isSuccess ? 'confirmed' : 'reverted');

/** Undefined as long as no block has it. */
export const readReceipt = (receipt: unknown): Outcome | undefined => {
  const [blockNumber, gasUsed] = [read(receipt, 'blockNumber'), read(receipt, 'gasUsed')];
  if (!isScalar(blockNumber)) return undefined;
  return {
    // Receipts of before Byzantium have no status.
    status: toStatus(Number(read(receipt, 'status') ?? 1) === 1),
    blockNumber,
    gasUsed: isScalar(gasUsed) ? gasUsed : undefined,
    transactionHash: readText(receipt, 'transactionHash'),
  };
};

/** Of `eth_getUserOperationReceipt` (ERC-7769): it may fail inside a transaction that succeeds. */
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

/** The statuses of EIP-5792 without receipts; below 200 a batch is under way. */
const toBatchStatus = (code: number): Outcome['status'] =>
  code < 300 ? 'confirmed' : code < 500 ? 'failed' : 'reverted';

/** Of `wallet_getCallsStatus`. Its receipts are worth more than its status, which wallets get wrong. */
export const readBatch = (answer: unknown, callCount = 1): Outcome | undefined => {
  const status = read(answer, 'status');
  // Before version 2 of EIP-5792 it was a word.
  const code = status === 'CONFIRMED' ? 200 : Number(status);
  const list = read(answer, 'receipts');
  const receipts = (Array.isArray(list) ? list : []).flatMap((item) => readReceipt(item) ?? []);
  const isWhole = read(answer, 'atomic') === true || receipts.length >= callCount || code >= 200;
  const last = receipts.at(-1);
  if (last && isWhole) {
    return {
      ...last,
      status: toStatus(receipts.every((receipt) => receipt.status === 'confirmed')),
      // Safe tells the one transaction of a batch once for each call.
      gasUsed:
        [...new Map(receipts.map((receipt) => [receipt.transactionHash, receipt])).values()].reduce(
          (sum, { gasUsed }) => sum + Number(gasUsed ?? 0),
          0,
        ) || undefined,
    };
  }
  return code >= 200 ? { status: toBatchStatus(code) } : undefined;
};
