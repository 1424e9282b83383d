// Turns what each verb was called with into the event's own fields, in wire names.
import { MAX_ID_LENGTH } from '../protocol/limits.js';
import { attempt } from './attempt.js';
import type { PrivacyOptions } from './capture-options.js';
import { readChainId } from './chain-id.js';
import { hashMessage } from './hash-message.js';
import { toPlain } from './to-plain.js';
import type { SignatureEvent, TransactionEvent, WalletRef } from './tracker-types.js';

/** A 4-byte selector with its 0x: what is kept of calldata unless the app asks for more. */
const SELECTOR_LENGTH = 10;

type Fields = Record<string, unknown>;

/**
 * Answers the id, or an event's name, as it is.
 * @throws when it is longer than the server accepts
 */
export const checkId = (id: string): string => {
  if (id.length > MAX_ID_LENGTH) throw `more than ${MAX_ID_LENGTH} characters in an id or name`;
  return id;
};

/** Leaves out what is undefined, so that the wire carries only what is known. */
export const known = (fields: Fields): Fields => toPlain(fields) as Fields;

/** Wei or lamports as a decimal string. */
const readAmount = (value: TransactionEvent['value']): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return String(attempt(() => BigInt(value)) ?? value);
};

const readNumber = (value: TransactionEvent['blockNumber']): number | undefined =>
  value === undefined || value === null ? undefined : Number(value);

/** `chain_id`, `provider_name`, `rdns` of a wallet. */
export const walletFields = (wallet: WalletRef): Fields =>
  known({
    chain_id: readChainId(wallet.chainId),
    provider_name: wallet.providerName,
    rdns: wallet.rdns,
  });

const hashOf = ({ message, messageHash }: SignatureEvent) =>
  messageHash ?? (typeof message === 'string' ? hashMessage(message) : undefined);

/** The text of a message stays here unless the app asked for `messages`. */
export const signatureFields = (
  signature: SignatureEvent,
  { messages }: PrivacyOptions = {},
): Fields =>
  known({
    status: signature.status,
    ...walletFields(signature),
    method: signature.method,
    message_kind: signature.messageKind,
    message_hash: messages === 'off' ? undefined : hashOf(signature),
    message: messages === true ? signature.message : undefined,
    primary_type: signature.primaryType,
    domain: signature.domain,
    error_code: signature.errorCode,
  });

/**
 * Cuts hex values of 32 bytes or more, which may be signatures, secrets or proofs, to 4 bytes as
 * calldata is.
 */
export const cutHex = (args: TransactionEvent['functionArgs']): TransactionEvent['functionArgs'] =>
  args &&
  JSON.parse(JSON.stringify(toPlain(args)).replace(/"(0x[\da-f]{8})[\da-f]{56,}"/gi, '"$1"'));

/** Calldata is cut to its selector unless the app asked for `calldata`. */
export const transactionFields = (
  transaction: TransactionEvent,
  { calldata }: PrivacyOptions = {},
): Fields =>
  known({
    status: transaction.status,
    ...walletFields(transaction),
    transaction_hash: transaction.transactionHash,
    to: transaction.to,
    value: readAmount(transaction.value),
    data: calldata ? transaction.data : transaction.data?.slice(0, SELECTOR_LENGTH),
    function_name: transaction.functionName,
    function_args: calldata ? transaction.functionArgs : cutHex(transaction.functionArgs),
    builder_codes: transaction.builderCodes,
    call_count: transaction.callCount,
    batch_id: transaction.batchId,
    atomic: transaction.atomic,
    error_code: transaction.errorCode,
    gas_used: readAmount(transaction.gasUsed),
    block_number: readNumber(transaction.blockNumber),
    account_type: transaction.accountType,
    user_op_hash: transaction.userOpHash,
    replaced_by: transaction.replacedBy,
    replacement: transaction.replacement,
  });
