// A typical current dapp: React, wagmi and React Query, with a tracker.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type BrowserOptions, createTracker } from 'chaintrail';
import { wagmi } from 'chaintrail/wallets/wagmi';
import { createRoot } from 'react-dom/client';
import { type Chain, parseAbi, parseEther } from 'viem';
import {
  createConfig,
  http,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSendCalls,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  useWaitForTransactionReceipt,
  useWriteContract,
  WagmiProvider,
} from 'wagmi';

/** Passed by the test in the URL: where the chains and the collector are. */
export interface WagmiAppSettings {
  readonly chains: readonly { readonly id: number; readonly url: string }[];
  readonly tracker: BrowserOptions;
  /** Adds the plugin for wagmi. */
  readonly hasPlugin?: boolean;
}

const ABI = parseAbi(['function mint(address to, uint256 amount) payable']);

const FRIEND = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
/** A contract that reverts every call. */
const REVERTING = '0x00000000000000000000000000000000000000fd';

const TYPED = {
  domain: { name: 'Shop', version: '1', chainId: 31337 },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 5n },
} as const;

const settings: WagmiAppSettings = JSON.parse(
  new URLSearchParams(location.search).get('settings') ?? '{}',
);

const chains = settings.chains.map(
  ({ id, url }): Chain => ({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }),
);
const config = createConfig({
  chains: chains as [Chain, ...Chain[]],
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
});
const queryClient = new QueryClient();

createTracker({ ...settings.tracker, ...(settings.hasPlugin && { plugins: [wagmi(config)] }) });

const useActions = (): Readonly<Record<string, () => void>> => {
  const connectors = useConnectors();
  const connect = useConnect().mutate;
  const disconnect = useDisconnect().mutate;
  const signMessage = useSignMessage().mutate;
  const signTypedData = useSignTypedData().mutate;
  const send = useSendTransaction();
  const write = useWriteContract();
  const sendCalls = useSendCalls().mutate;
  const switchChain = useSwitchChain().mutate;
  useWaitForTransactionReceipt({ hash: send.data });
  useWaitForTransactionReceipt({ hash: write.data });

  const mint = { abi: ABI, functionName: 'mint', args: [FRIEND, 3n] } as const;
  const wallets = connectors.map((connector) => [
    `connect ${connector.name}`,
    () => connect({ connector }),
  ]);
  return {
    ...Object.fromEntries(wallets),
    disconnect: () => disconnect(),
    'sign text': () => signMessage({ message: 'Hello' }),
    'sign typed data': () => signTypedData(TYPED),
    send: () => send.mutate({ to: FRIEND, value: parseEther('0.5'), gas: 100_000n }),
    mint: () => write.mutate({ ...mint, address: FRIEND, gas: 100_000n }),
    revert: () => write.mutate({ ...mint, address: REVERTING, gas: 100_000n }),
    'send calls': () => sendCalls({ calls: [{ to: FRIEND }, { to: FRIEND, value: 1n }] }),
    'other chain': () => switchChain({ chainId: chains[1]?.id ?? 0 }),
  };
};

const App = () => {
  const { status, address } = useConnection();
  return (
    <>
      <output>{`${status} ${address ?? ''}`}</output>
      {Object.entries(useActions()).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
    </>
  );
};

const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
);
