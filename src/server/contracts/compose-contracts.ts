// Composes the operations on contracts on an open database.
import type { ApplicationDatabase } from '../database/ports.js';
import { CHAIN_IDS } from './chain-ids.js';
import { contractsHandlers } from './handlers.js';
import { type ContractsParts, createContractsService } from './service.js';
import { createContractsStore } from './store.js';

/** The job that reads the logs of contracts, as far as the operations need it. */
export interface LogReading extends Pick<ContractsParts, 'onChange'> {
  /** Chains with an RPC endpoint; they are supported even if CHAIN_IDS lacks them. */
  readonly rpcChains: ReadonlySet<number>;
}

export const composeContracts = (
  application: ApplicationDatabase,
  { rpcChains, onChange }: LogReading,
) =>
  contractsHandlers(
    createContractsService({
      store: createContractsStore(application),
      isSupported: (chainId) => CHAIN_IDS.has(chainId) || rpcChains.has(chainId),
      isRead: (chainId) => rpcChains.has(chainId),
      onChange,
    }),
  );
