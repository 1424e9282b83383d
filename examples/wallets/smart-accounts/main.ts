// Smart accounts: a viem client whose account is a contract; a bundler sends what it is told.
import type { Plugin } from 'chaintrail';
import { viem } from 'chaintrail/wallets/viem';

/** `createSmartAccountClient` of permissionless, or a wallet client whose account is a smart one. */
type AccountClient = Parameters<typeof viem>[0];

export const smartAccountPlugins = (client: AccountClient): Plugin[] => [
  viem(client, { providerName: 'Smart account' }),
];
