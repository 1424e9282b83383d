// A dapp on Solana: a wallet of the Wallet Standard, kit for its transactions.
import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { StandardConnectFeature } from '@wallet-standard/features';
import { createTracker } from 'chaintrail';
import { solana } from 'chaintrail/wallets/solana';

const {
  VITE_WRITE_KEY,
  VITE_API_HOST = 'http://127.0.0.1:4318',
  VITE_RPC_URL = 'http://127.0.0.1:8899',
} = import.meta.env;

/** `solana:mainnet` in a dapp of your own. */
const CHAIN = 'solana:localnet';
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const rpc = createSolanaRpc(VITE_RPC_URL);
createTracker({
  writeKey: VITE_WRITE_KEY,
  apiHost: VITE_API_HOST,
  // With the connection it also says how transactions ended.
  plugins: [solana({ chain: CHAIN, connection: rpc })],
});

type Features = StandardConnectFeature &
  SolanaSignMessageFeature &
  SolanaSignAndSendTransactionFeature;

const findWallet = () => {
  const [wallet] = getWallets().get();
  if (!wallet) throw new Error('There is no wallet in this browser.');
  return { features: wallet.features as unknown as Features, account: wallet.accounts[0] };
};

const findAccount = () => {
  const { account } = findWallet();
  if (!account) throw new Error('Connect first.');
  return account;
};

const makeMemo = async (payer: string) => {
  const { value } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(address(payer), made),
    (made) => setTransactionMessageLifetimeUsingBlockhash(value, made),
    (made) =>
      appendTransactionMessageInstruction(
        { programAddress: MEMO, data: new TextEncoder().encode('gm') },
        made,
      ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
};

/** What a click does, by the button's name. */
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  Connect: () => findWallet().features['standard:connect'].connect(),
  Sign: () =>
    findWallet().features['solana:signMessage'].signMessage({
      account: findAccount(),
      message: new TextEncoder().encode('Hello'),
    }),
  Send: async () => {
    const account = findAccount();
    const transaction = await makeMemo(account.address);
    await findWallet().features['solana:signAndSendTransaction'].signAndSendTransaction({
      ...{ account, chain: CHAIN, transaction },
    });
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
      () => status.replaceChildren(`${name}: done`),
      (error: Error) => status.replaceChildren(`${name} failed: ${error.message}`),
    ),
  );
  app?.append(button);
}
app?.append(status);
