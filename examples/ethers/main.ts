// A dapp with ethers and nothing else: a wallet of the browser, a signature, a transaction.
import { createTracker } from 'chaintrail';
import { abi } from 'chaintrail/wallets/abi';
import { ethers as ethersWallet } from 'chaintrail/wallets/ethers';
import { BrowserProvider, Contract, type Eip1193Provider, Interface } from 'ethers';

const { VITE_WRITE_KEY, VITE_API_HOST = 'http://127.0.0.1:4318' } = import.meta.env;

const CONTRACT = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const ABI = ['function mint(uint256 id) payable'];

const { ethereum } = window as unknown as { readonly ethereum?: Eip1193Provider };
// Visitors without a wallet count, too, and ethers throws where there is none.
const provider = ethereum && new BrowserProvider(ethereum);

const tracker = createTracker({
  writeKey: VITE_WRITE_KEY,
  apiHost: VITE_API_HOST,
  // The second one names the functions that the contract's transactions call.
  plugins: [...(provider ? [ethersWallet(provider)] : []), abi({ [CONTRACT]: ABI }, { Interface })],
});

const findProvider = () => {
  if (!provider) throw new Error('There is no wallet in this browser.');
  return provider;
};

/** What a click does, by the button's name. */
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  Connect: async () => findProvider().send('eth_requestAccounts', []),
  Sign: async () => (await findProvider().getSigner()).signMessage('Hello'),
  Mint: async () => {
    tracker.track('mint_clicked', { id: 7 });
    const contract = new Contract(CONTRACT, ABI, await findProvider().getSigner());
    const sent = await contract.getFunction('mint').send(7n, { gasLimit: 100_000n });
    const receipt = await sent.wait();
    return `block ${receipt?.blockNumber}`;
  },
};

const status = document.createElement('p');
status.role = 'status';
const app = document.getElementById('app');
for (const [name, act] of Object.entries(ACTIONS)) {
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', () =>
    act().then(
      (result) => status.replaceChildren(`${name}: ${result}`),
      (error: Error) => status.replaceChildren(`${name} failed: ${error.message}`),
    ),
  );
  app?.append(button);
}
app?.append(status);
