// What a Wallet Standard wallet is asked to sign and to send, and how it ends.
import type { SignatureEvent, TransactionEvent } from '../core/tracker-types.js';
import type { BeginSigning, ObserveSigningOptions } from './observe-signing-options.js';
import { keyOf, read, readText } from './provider.js';
import { readHash, readSolanaMessage } from './read-solana.js';
import { readFault } from './rpc-error.js';
import { createTellTransaction } from './tell-transaction.js';
import type { Settle } from './watch-call.js';

const SIGN_IN = 'solana:signIn';

/**
 * The inputs of a call, one for each message or transaction. A sign-in without input has one: the
 * wallet then writes the message.
 */
const readInputs = (method: string, params: unknown): readonly unknown[] => {
  const first = read(params, 0);
  if (Array.isArray(first)) return first;
  return first || method !== SIGN_IN ? (params as readonly unknown[]) : [first];
};

/** The account and the chain that the app names, if it does. */
const readSigner = (input: unknown) => {
  const address = readText(read(input, 'account'), 'address') ?? readText(input, 'address');
  const chainId = readText(input, 'chain');
  return { ...(address && { address }), ...(chainId && { chainId }) };
};

const observeSignature = (
  { tracker, connection }: ObserveSigningOptions,
  method: string,
  input: unknown,
): Settle => {
  const isSignIn = method === SIGN_IN;
  const asked: SignatureEvent = {
    ...connection.ref(),
    ...readSigner(input),
    method,
    ...(isSignIn ? { messageKind: 'siws' } : readSolanaMessage(input, 'message')),
    status: 'requested',
  };
  const tell = (moment: Partial<SignatureEvent>) => tracker.signature({ ...asked, ...moment });
  tell({});
  return (output, isError) => {
    if (isError) return tell(readFault(output));
    if (!isSignIn) return tell({ status: 'confirmed' });
    // Signing in connects the account, too.
    const address = readText(read(output, 'account'), 'address') ?? asked.address;
    if (address) connection.setAccounts([address], 'approved');
    const { chainId } = connection.ref();
    tell({
      ...readSolanaMessage(output, 'signedMessage'),
      ...{ address, chainId, status: 'confirmed', messageKind: 'siws' },
    });
  };
};

const observeTransaction = (
  { connection, host }: ObserveSigningOptions,
  isAssumed: boolean,
  tellTransaction: (event: TransactionEvent) => void,
  input: unknown,
): Settle => {
  const signer = readSigner(input);
  const wallet = connection.ref();
  // So far the chain was only assumed: naming it is no change, and gives no `chain` event.
  if (isAssumed && signer.chainId && host.firstInSession(`chain ${keyOf(wallet)}`)) {
    host.useWallet({ ...wallet, ...signer });
  }
  connection.setChain(signer.chainId, true);
  const asked: TransactionEvent = { ...connection.ref(), ...signer, status: 'started' };
  tellTransaction(asked);
  return (output, isError) =>
    tellTransaction({
      ...asked,
      ...(isError
        ? readFault(output)
        : { status: 'broadcasted', transactionHash: readHash(output) }),
    });
};

/**
 * A transaction that the app sends itself counts as broadcasted once it is signed.
 *
 * @param follows whether the hook can find out how transactions end
 * @param isAssumed whether the chain is a guess, until a transaction of the session names it
 */
export const createObserveSolana = (
  options: ObserveSigningOptions,
  follows: boolean,
  isAssumed: boolean,
): BeginSigning => {
  const { connection } = options;
  const tellTransaction = createTellTransaction(options, follows);

  return (ofVisitor, method, params) => {
    if (!method.startsWith('solana:')) return undefined;
    connection.use();
    const isMessage = method === SIGN_IN || method.endsWith('Message');
    const settles = readInputs(method, params).map((input) =>
      isMessage
        ? observeSignature(options, method, input)
        : observeTransaction(options, isAssumed, tellTransaction, input),
    );
    return ofVisitor((answer, isError) => {
      for (const [index, settle] of settles.entries()) {
        const output = read(answer, index);
        // Of several transactions that are sent at once, each may end in its own way.
        const reason = isError ? answer : read(output, 'reason');
        settle(reason ?? read(output, 'value') ?? output, isError || reason !== undefined);
      }
    });
  };
};
