// How a Solana transaction ended, by the connection that the app has.
import { read } from './provider.js';
import type { SolanaConnection } from './solana-options.js';

/** As an EVM receipt has it; undefined as long as the cluster has not confirmed it. */
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
