// The error for a contract on an unknown chain says what can be done.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { startContracts } from './contracts-under-test.js';

const cleanUp = createCleanup();
let contracts: Awaited<ReturnType<typeof startContracts>>;

beforeAll(async () => {
  contracts = await startContracts();
  cleanUp(contracts.close);
});

it.each([
  [987_654_322, 'Set RPC_URL_987654322 on the server to add it'],
  [0, 'must be an EVM chain id, such as 1; it is 0'],
  [-1, 'must be an EVM chain id, such as 1; it is -1'],
  [1e300, 'must be an EVM chain id, such as 1; it is 1e+300'],
])('the error for chain %d names the setting to add, where there is one', async (chain, advice) => {
  const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
  const { status, body } = await contracts.call('POST', '/v0/contracts?project_id=prj_1', {
    body: { name: 'Token', chain, address, abi: '[]', events: [] },
  });
  expect([status, body.error.code]).toEqual([400, 'INVALID_CHAIN_ID']);
  expect(body.error.message).toContain(advice);
});
