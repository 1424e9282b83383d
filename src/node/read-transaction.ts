// Reads a transaction as libraries give it: of ethers v6 or viem, or a bare hash.
import { readChainId } from '../core/chain-id.js';
import type { TransactionEvent } from '../core/tracker-types.js';

/**
 * The properties that are read of a transaction or receipt: of ethers v6 (`TransactionResponse`,
 * `TransactionReceipt`, `Transaction`) and viem (`Transaction`, `TransactionReceipt`) alike.
 */
export interface ChainTransaction {
  /** The hash in ethers, and of transactions in viem. */
  readonly hash?: string | null | undefined;
  /** The hash in a receipt of viem. */
  readonly transactionHash?: string | null | undefined;
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly value?: bigint | string | number | null | undefined;
  /** Calldata in ethers. */
  readonly data?: string | null | undefined;
  /** Calldata in viem. */
  readonly input?: string | null | undefined;
  readonly chainId?: bigint | number | string | null | undefined;
  /**
   * Of a receipt: 1 or 0 in ethers, a word in viem, `0x1` or `0x0` from a node itself, a number or
   * boolean in web3.js.
   */
  readonly status?: string | number | bigint | boolean | null | undefined;
  readonly gasUsed?: bigint | string | number | null | undefined;
  readonly blockNumber?: bigint | string | number | null | undefined;
  /** The new contract's address, in the receipt of a deployment. */
  readonly contractAddress?: string | null | undefined;
}

/** A hash, a transaction, a receipt, or the fields of the event themselves. */
export type TransactionSource = string | ChainTransaction | TransactionEvent;

const STATUS_WORDS: Readonly<Record<string, TransactionEvent['status']>> = {
  success: 'confirmed',
  '1': 'confirmed',
  '0x1': 'confirmed',
  true: 'confirmed',
  reverted: 'reverted',
  '0': 'reverted',
  '0x0': 'reverted',
  false: 'reverted',
  started: 'started',
  rejected: 'rejected',
  failed: 'failed',
  broadcasted: 'broadcasted',
  replaced: 'replaced',
  confirmed: 'confirmed',
};

const textOf = (...values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '');

const amountOf = (value: ChainTransaction['value']): bigint | string | number | undefined =>
  ['bigint', 'string', 'number'].includes(typeof value) ? (value ?? undefined) : undefined;

/**
 * The event's fields from any source. Without a known status the transaction counts as
 * `broadcasted`.
 */
export const readTransaction = (source: TransactionSource): TransactionEvent => {
  if (typeof source === 'string') return { status: 'broadcasted', transactionHash: source };
  // Read as one type for all: each library leaves out the properties that it does not have.
  const found: ChainTransaction & Partial<Omit<TransactionEvent, keyof ChainTransaction>> = source;
  return {
    status: STATUS_WORDS[String(found.status)] ?? 'broadcasted',
    transactionHash: textOf(found.transactionHash, found.hash),
    address: textOf(found.address, found.from),
    to: textOf(found.to, found.contractAddress),
    value: amountOf(found.value),
    data: textOf(found.data, found.input),
    chainId: readChainId(found.chainId),
    providerName: found.providerName,
    rdns: found.rdns,
    functionName: found.functionName,
    functionArgs: found.functionArgs,
    builderCodes: found.builderCodes,
    callCount: found.callCount,
    batchId: found.batchId,
    atomic: found.atomic,
    errorCode: found.errorCode,
    gasUsed: amountOf(found.gasUsed),
    blockNumber: amountOf(found.blockNumber),
    accountType: found.accountType,
    userOpHash: found.userOpHash,
    replacedBy: found.replacedBy,
    replacement: found.replacement,
  };
};
