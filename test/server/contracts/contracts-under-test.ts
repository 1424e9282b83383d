// The operations on contracts over HTTP, on the real application database.
import { composeContracts } from '../../../src/server/contracts/compose-contracts.js';
import { openWorkspaces, startArea } from '../http/area-under-test.js';

/** A chain that is not in the table of chains, but has an RPC URL. */
export const OWN_CHAIN = 987_654_321;

export async function startContracts() {
  const { database, close } = await openWorkspaces();
  const changed: number[] = [];
  const handlers = composeContracts(database, {
    rpcChains: new Set([1, OWN_CHAIN]),
    onChange: (chainId) => changed.push(chainId),
  });
  const { app, call } = await startArea({ database, handlers });
  return {
    call,
    changed,
    database,
    async close() {
      await app.close();
      await close();
    },
  };
}
