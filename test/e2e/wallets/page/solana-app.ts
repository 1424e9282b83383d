// A Solana dapp: finds the wallet by the Wallet Standard, builds transactions with kit, and sends
// some itself.
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  getBase64Decoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { StandardConnectFeature, StandardDisconnectFeature } from '@wallet-standard/features';
import { type BrowserOptions, createTracker } from 'chaintrail';
import { solana } from 'chaintrail/wallets/solana';

/** Passed by the test in the URL: where the cluster and the collector are. */
export interface SolanaAppSettings {
  readonly cluster: string;
  readonly tracker: BrowserOptions;
}

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  SolanaSignAndSendTransactionFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature;

const SYSTEM = address('11111111111111111111111111111111');
const FRIEND = address('FwBWFR82AhEZnKEmKWMbXxoVeeGpDLEhHhgrgVb9vRya');
const CHAIN = 'solana:localnet';

const settings: SolanaAppSettings = JSON.parse(
  new URLSearchParams(location.search).get('settings') ?? '{}',
);
const rpc = createSolanaRpc(settings.cluster);
createTracker({ ...settings.tracker, plugins: [solana({ chain: CHAIN, connection: rpc })] });

const findWallet = () => {
  const [wallet] = getWallets().get();
  if (!wallet) throw new Error('Expected one wallet.');
  return { wallet, features: wallet.features as unknown as Features };
};
const findAccount = () => {
  const [account] = findWallet().wallet.accounts;
  if (!account) throw new Error('Not connected.');
  return account;
};

/**
 * A transfer of the system program: its instruction number, then the lamports, both little-endian.
 */
const transferData = (lamports: bigint) => {
  const data = new DataView(new ArrayBuffer(12));
  data.setUint32(0, 2, true);
  data.setBigUint64(4, lamports, true);
  return new Uint8Array(data.buffer);
};

const makeTransfer = async (lamports: bigint) => {
  const payer = address(findAccount().address);
  const { value } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (made) => setTransactionMessageFeePayer(payer, made),
    (made) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: value.blockhash as Blockhash,
          lastValidBlockHeight: value.lastValidBlockHeight,
        },
        made,
      ),
    (made) =>
      appendTransactionMessageInstruction(
        {
          programAddress: SYSTEM,
          accounts: [
            { address: payer, role: 3 },
            { address: FRIEND, role: 1 },
          ],
          data: transferData(lamports),
        },
        made,
      ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
};

const request = async (lamports: bigint) =>
  ({
    account: findAccount(),
    chain: CHAIN,
    transaction: await makeTransfer(lamports),
  }) as const;

/** The action of each button, by its name. */
const ACTIONS: Readonly<Record<string, () => Promise<unknown>>> = {
  connect: () => findWallet().features['standard:connect'].connect(),
  disconnect: () => findWallet().features['standard:disconnect'].disconnect(),
  'sign message': () =>
    findWallet().features['solana:signMessage'].signMessage({
      account: findAccount(),
      message: new TextEncoder().encode('Hello'),
    }),
  'sign in': () => findWallet().features['solana:signIn'].signIn({ domain: location.host }),
  'wallet sends': async () =>
    findWallet().features['solana:signAndSendTransaction'].signAndSendTransaction(
      await request(1_000_000n),
    ),
  'app sends': async () => {
    const { signTransaction } = findWallet().features['solana:signTransaction'];
    const [output] = await signTransaction(await request(2_000_000n));
    if (!output) throw new Error('Expected one transaction.');
    const wire = getBase64Decoder().decode(output.signedTransaction) as never;
    return rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  },
};

const output = document.createElement('output');
document.body.append(output);
for (const [name, act] of Object.entries(ACTIONS)) {
  const button = document.createElement('button');
  button.append(name);
  button.addEventListener('click', () =>
    act().then(
      () => output.append(`${name} done. `),
      (error: Error) => output.append(`${name}: ${error.message}. `),
    ),
  );
  document.body.append(button);
}
