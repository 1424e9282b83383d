// One wallet in use: what the page asks of it, in plain EIP-1193 requests. The SDK watches these by itself.
import type { ProviderDetail } from './provider.js';
import { mintTransaction, TEST_NETWORKS, trailCodeMessage, trailPermit } from './trail-code.js';

export interface WalletSession {
  readonly name: string;
  readonly isDemo: boolean;
  /** The connected account, without asking the visitor. */
  account(): Promise<string | undefined>;
  chainId(): Promise<string>;
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  signMessage(): Promise<void>;
  signPermit(): Promise<void>;
  /** Goes to the next of the networks that this wallet may use here. */
  switchNetwork(): Promise<void>;
  /** Sends the mint and answers its hash. */
  mint(): Promise<string>;
  /** Resolves with the block when the transaction is in one, undefined when it takes too long. */
  waitForBlock(hash: string): Promise<number | undefined>;
  onChange(run: () => void): void;
}

export interface Network {
  readonly chainId: string;
  readonly name: string;
}

const RECEIPT_ATTEMPTS = 60;
const RECEIPT_INTERVAL_MS = 1_000;

type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

/** `networks`: those of the demo wallet, or the test networks that a real wallet may mint on. */
export function createWalletSession(
  { provider, info }: ProviderDetail,
  networks: readonly [Network, ...Network[]] | 'test-networks',
): WalletSession {
  const isDemo = networks !== 'test-networks';
  const allowed = isDemo ? networks : TEST_NETWORKS;
  const ask: Ask = (method, ...params) => provider.request({ method, params });

  const account = async () => ((await ask('eth_accounts')) as readonly string[])[0];
  const chainId = () => readChainId(ask);

  async function requireAccount(): Promise<string> {
    const connected = await account();
    if (connected === undefined) throw new Error('Connect a wallet first.');
    return connected;
  }

  return {
    name: info.name,
    isDemo,
    account,
    chainId,
    async connect() {
      await ask('eth_requestAccounts');
    },
    async disconnect() {
      await ask('wallet_revokePermissions', { eth_accounts: {} });
    },
    async signMessage() {
      await ask('personal_sign', trailCodeMessage(), await requireAccount());
    },
    async signPermit() {
      const hiker = await requireAccount();
      await ask('eth_signTypedData_v4', hiker, trailPermit(hiker, await chainId()));
    },
    async switchNetwork() {
      const current = await chainId();
      const index = allowed.findIndex((network) => network.chainId === current);
      await switchTo(ask, allowed[index + 1] ?? allowed[0]);
    },
    async mint() {
      const sender = await requireAccount();
      const current = await chainId();
      if (!allowed.some((network) => network.chainId === current)) await switchTo(ask, allowed[0]);
      return String(await ask('eth_sendTransaction', mintTransaction(sender, isDemo)));
    },
    waitForBlock: (hash) => waitForBlock(ask, hash),
    onChange(run) {
      for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
        provider.on(event, run);
      }
    },
  };
}

const readChainId = async (ask: Ask) => String(await ask('eth_chainId')).toLowerCase();

/** Some wallets answer before they have switched, or never switch: only the chain id they report counts. */
async function switchTo(ask: Ask, { chainId, name }: Network): Promise<void> {
  await ask('wallet_switchEthereumChain', { chainId });
  if ((await readChainId(ask)) !== chainId) throw new Error(`Switch the wallet to ${name}.`);
}

async function waitForBlock(ask: Ask, hash: string): Promise<number | undefined> {
  for (let attempt = 0; attempt < RECEIPT_ATTEMPTS; attempt += 1) {
    const receipt = await ask('eth_getTransactionReceipt', hash);
    if (receipt !== null) return Number((receipt as { blockNumber: string }).blockNumber);
    await new Promise((resolve) => setTimeout(resolve, RECEIPT_INTERVAL_MS));
  }
  return undefined;
}
