// Puts the operations on contracts together on an open database.
import type { ApplicationDatabase } from '../database/ports.js';
import { CHAIN_IDS } from './chain-ids.js';
import { contractsHandlers } from './handlers.js';
import { type ContractsParts, createContractsService } from './service.js';
import { createContractsStore } from './store.js';

/** Who reads the logs of contracts. */
export interface LogReading extends Pick<ContractsParts, 'onChange'> {
  /** Chains whose RPC is known; they are supported whatever the table says. */
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
