// How a Solana transaction ended, asked for through the app's own connection.
import { read } from './provider.js';
import type { SolanaConnection } from './solana-options.js';

/** In the form of an EVM receipt; undefined while the cluster has not confirmed the transaction. */
export const readOutcome = async (connection: SolanaConnection, hash: string) => {
  const asked = connection.getSignatureStatuses([hash], { searchTransactionHistory: true });
  const answer = await ('send' in asked ? asked.send() : asked);
  const status = read(read(answer, 'value'), 0);
  if (!status || read(status, 'confirmationStatus') === 'processed') return undefined;
  return {
    status: read(status, 'err') ? 0 : 1,
    blockNumber: Number(read(status, 'slot')),
    transactionHash: hash,
  };
};
