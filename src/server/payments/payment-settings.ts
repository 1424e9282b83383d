// Reads whether profiles are sold, for how much, and who checks the payments.
import type { EnvironmentReader } from '../settings/read-environment.js';

/** USDC of a network, with the domain of its signatures (EIP-712). */
interface Asset {
  readonly address: string;
  readonly name: string;
  readonly version: string;
}

export interface PaymentSettings {
  /** Of the facilitator, without a slash at its end. */
  readonly url: string;
  readonly key?: string;
  readonly payTo: string;
  readonly network: string;
  readonly asset: Asset;
  /** In the smallest units of the asset. */
  readonly amount: string;
  /** Whose profiles are sold. */
  readonly workspaceId: string;
}

// https://developers.circle.com/stablecoins/usdc-contract-addresses
const ASSETS: Readonly<Record<string, Asset>> = {
  base: {
    address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    name: 'USD Coin',
    version: '2',
  },
  'base-sepolia': {
    address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    name: 'USDC',
    version: '2',
  },
};
const DECIMALS = 6;
const OTHERS = [
  'PAYMENT_FACILITATOR_KEY',
  'PAYMENT_TO',
  'PAYMENT_PRICE',
  'PAYMENT_NETWORK',
  'PAYMENT_WORKSPACE',
] as const;

export function readPaymentSettings(read: EnvironmentReader): {
  readonly payments?: PaymentSettings;
} {
  const name = 'PAYMENT_FACILITATOR_URL';
  const url = read.httpUrl(name);
  const key = read.token('PAYMENT_FACILITATOR_KEY');
  if (read.text(name) === undefined) {
    const alone = OTHERS.find((one) => read.text(one) !== undefined);
    if (alone !== undefined) read.fault(`${alone} needs ${name}; it is not set.`);
    return {};
  }
  const payTo = addressOf(read);
  const workspaceId = read.text('PAYMENT_WORKSPACE');
  if (workspaceId === undefined) {
    read.fault(
      `${name} needs PAYMENT_WORKSPACE, the id of the workspace whose profiles are sold: chaintrail workspace list`,
    );
  }
  const network = read.text('PAYMENT_NETWORK') ?? 'base';
  const asset = Object.hasOwn(ASSETS, network) ? ASSETS[network] : undefined;
  if (asset === undefined) {
    const known = Object.keys(ASSETS).join(' or ');
    read.fault(`PAYMENT_NETWORK must be ${known}; it is "${network}".`);
  }
  const amount = amountOf(read);
  if (!url || !payTo || !workspaceId || !asset || !amount) return {};
  const payments = { url, payTo, network, asset, amount, workspaceId };
  return { payments: { ...payments, ...(key === undefined ? {} : { key }) } };
}

function addressOf(read: EnvironmentReader): string | undefined {
  const given = read.text('PAYMENT_TO');
  if (given !== undefined && /^0x[0-9a-fA-F]{40}$/.test(given)) return given;
  read.fault(`PAYMENT_TO must be the EVM address that receives payments; it is "${given ?? ''}".`);
  return undefined;
}

/** Dollars as the units of USDC: `0.01` is `10000`. */
function amountOf(read: EnvironmentReader): string | undefined {
  const given = read.text('PAYMENT_PRICE') ?? '0.01';
  const [, whole = '', part = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(given) ?? [];
  const amount = BigInt(`${whole}${part.padEnd(DECIMALS, '0')}`);
  if (whole !== '' && amount > 0n) return String(amount);
  read.fault(`PAYMENT_PRICE must be an amount in US dollars, such as 0.01; it is "${given}".`);
  return undefined;
}
