// Names of wallets, chains, countries and events.
import { language } from './language.js';
import { ownOf } from './own-of.js';

/** The beginning of an anonymous id, which tells visitors apart. */
export const shortId = (anonymousId: string): string => anonymousId.slice(0, 8);

/** Names a visitor, of whom nothing but the anonymous id may be known: `Visitor 7af35e9f`. */
export const visitorName = (anonymousId: string): string => `Visitor ${shortId(anonymousId)}`;

/** Shortens an address: `0xf39F…2266`. */
export const shorten = (address: string): string =>
  address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;

const EVM = /^0x[0-9a-f]{40}$/i;
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SOLANA = new RegExp(`^[${BASE58}]{32,44}$`);
const SOLANA_BYTES = 32;

/** How many bytes a base58 text encodes. */
function bytesOf(text: string): number {
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  let rest = [...text].reduce((sum, sign) => sum * 58n + BigInt(BASE58.indexOf(sign)), 0n);
  let bytes = zeros;
  for (; rest > 0n; rest >>= 8n) bytes += 1;
  return bytes;
}

/** Solana addresses are also told by their length in bytes: other ids may be base58 texts of a similar length. */
export const isWalletAddress = (text: string): boolean =>
  EVM.test(text) || (SOLANA.test(text) && bytesOf(text) === SOLANA_BYTES);

/** The chains that most dapps use; others are shown by their id. */
const CHAINS: Readonly<Record<string, string>> = {
  '1': 'Ethereum',
  '10': 'OP Mainnet',
  '25': 'Cronos',
  '56': 'BNB Smart Chain',
  '100': 'Gnosis',
  '130': 'Unichain',
  '137': 'Polygon',
  '146': 'Sonic',
  '250': 'Fantom',
  '324': 'ZKsync Era',
  '480': 'World Chain',
  '1329': 'Sei',
  '5000': 'Mantle',
  '8453': 'Base',
  '31337': 'Anvil or Hardhat',
  '34443': 'Mode',
  '42161': 'Arbitrum One',
  '42220': 'Celo',
  '43114': 'Avalanche',
  '57073': 'Ink',
  '59144': 'Linea',
  '80094': 'Berachain',
  '81457': 'Blast',
  '84532': 'Base Sepolia',
  '421614': 'Arbitrum Sepolia',
  '534352': 'Scroll',
  '7777777': 'Zora',
  '11155111': 'Sepolia',
  '11155420': 'OP Sepolia',
};

export const chainName = (id: string): string =>
  ownOf(CHAINS, id) ?? (id === '' ? 'Unknown' : `Chain ${id}`);

/** The country of an ISO 3166 code, in the browser's language. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code === '' ? 'Unknown' : code;
  return new Intl.DisplayNames(language(), { type: 'region' }).of(code) ?? code;
}

/** Events of the type `track` that the SDK itself records, not the app. */
const OF_THE_SDK: Readonly<Record<string, string>> = {
  wallet_connect_rejected: 'Connection rejected',
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  page: 'Page view',
  identify: 'Identify',
  track: 'Custom event',
  detect: 'Wallet detected',
  connect: 'Wallet connected',
  disconnect: 'Wallet disconnected',
  chain: 'Chain changed',
  signature: 'Signature',
  transaction: 'Transaction',
  decoded_log: 'Contract event',
  // A chart passes the key of a series here, which may be a type or the name of an event.
  ...OF_THE_SDK,
};

/** The name of an event: the one that the app gave it, or else what its type means. */
export function eventName(type: string, event = ''): string {
  const name = event || type;
  return ownOf(event === '' ? TYPE_NAMES : OF_THE_SDK, name) ?? name;
}

/** How a visitor came. Unknown parts are empty or null. */
export interface Touch {
  readonly utm_source: string | null;
  readonly utm_campaign: string | null;
  readonly referrer: string | null;
  readonly ref: string | null;
}

/** Describes how a visitor came: `newsletter · spring · ref guild`, or `Direct` without campaign and referrer. */
export const sourceName = ({ utm_source, utm_campaign, referrer, ref }: Touch): string =>
  [utm_source || referrer || 'Direct', utm_campaign, ref && `ref ${ref}`]
    .filter(Boolean)
    .join(' · ');
