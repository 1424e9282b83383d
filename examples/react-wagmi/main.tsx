// A dapp with React and wagmi: wagmi as ever, a provider around it, and one component that tracks wagmi.
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { TrackerProvider, useTrackEvent, useWagmiTracking } from 'chaintrail/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { parseAbi } from 'viem';
import { foundry } from 'viem/chains';
import {
  createConfig,
  http,
  useConfig,
  useConnect,
  useConnection,
  useConnectors,
  useDisconnect,
  useSignMessage,
  useWaitForTransactionReceipt,
  useWriteContract,
  WagmiProvider,
} from 'wagmi';

const { VITE_WRITE_KEY, VITE_API_HOST = 'http://127.0.0.1:4318', VITE_RPC_URL } = import.meta.env;

// A chain on this machine. Put yours here.
const config = createConfig({
  chains: [foundry],
  transports: { [foundry.id]: http(VITE_RPC_URL) },
});
const queryClient = new QueryClient();

const CONTRACT = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const ABI = parseAbi(['function mint(uint256 id) payable']);

/** Tells what happens in wagmi: connections, signatures, transactions until their receipt. */
const WalletTracking = () => {
  useWagmiTracking(useConfig(), { queryClient: useQueryClient() });
  return null;
};

const Shop = () => {
  const { address, status } = useConnection();
  const connectors = useConnectors();
  const connect = useConnect();
  const disconnect = useDisconnect();
  const sign = useSignMessage();
  const mint = useWriteContract();
  const receipt = useWaitForTransactionReceipt({ hash: mint.data });
  const onMinted = useTrackEvent('mint_clicked');
  const startMinting = () => {
    onMinted({ id: 7 });
    mint.mutate({ abi: ABI, address: CONTRACT, functionName: 'mint', args: [7n], gas: 100_000n });
  };
  return (
    <>
      <h1>A dapp with React and wagmi</h1>
      {connectors.map((connector) => (
        <button key={connector.uid} type="button" onClick={() => connect.mutate({ connector })}>
          Connect {connector.name}
        </button>
      ))}
      <button type="button" onClick={() => sign.mutate({ message: 'Hello' })}>
        Sign
      </button>
      <button type="button" onClick={startMinting}>
        Mint
      </button>
      <button type="button" onClick={() => disconnect.mutate()}>
        Disconnect
      </button>
      <p role="status">{`${status} ${address ?? ''} ${receipt.data?.status ?? ''}`}</p>
    </>
  );
};

createRoot(document.getElementById('app') as HTMLElement).render(
  <StrictMode>
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <TrackerProvider options={{ writeKey: VITE_WRITE_KEY, apiHost: VITE_API_HOST }}>
          <WalletTracking />
          <Shop />
        </TrackerProvider>
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
);
