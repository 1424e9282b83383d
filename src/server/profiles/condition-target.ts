// What a search condition is about: reads the field path (API document, field path shapes).
import {
  ATTRIBUTION_FIELDS,
  DEVICE_FIELDS,
  SOCIAL_FIELDS,
} from '../../protocol/profiles/profile-fields.js';
import { spellAddress } from '../evm-address.js';
import { walletOf } from './address.js';

/** `column` names a column of `profiles`: it comes from these lists, never from a caller. */
export type ConditionTarget =
  | { readonly kind: 'number' | 'text' | 'instant' | 'social'; readonly column: string }
  | { readonly kind: 'lifecycle' }
  | { readonly kind: 'label'; readonly tagId: string }
  | { readonly kind: 'any_chain' }
  | {
      readonly kind: 'balance';
      readonly of: 'chains' | 'apps' | 'tokens';
      readonly chainId?: string;
      /** An app, or a token as it is stored. */
      readonly id?: string;
      /** A second meaning of the path: an app on all chains whose id contains the dots. */
      readonly dottedId?: string;
    };

const kindsOf = (kind: 'number' | 'text' | 'instant' | 'social', columns: readonly string[]) =>
  columns.map((column) => [column, { kind, column }] as const);

const USER_FIELDS = new Map<string, ConditionTarget>([
  ...kindsOf('number', [
    'net_worth_usd',
    'tx_count',
    'num_sessions',
    'revenue',
    'volume',
    'points',
  ]),
  ...kindsOf('instant', ['first_seen', 'last_seen']),
  ...kindsOf('text', DEVICE_FIELDS),
  ...kindsOf(
    'text',
    ATTRIBUTION_FIELDS.flatMap((name) => [`first_${name}`, `last_${name}`]),
  ),
  ...kindsOf('social', SOCIAL_FIELDS),
  ['lifecycle', { kind: 'lifecycle' }],
]);

const CHAIN_ID = /^[A-Za-z0-9:_-]{1,64}$/;
const IS_NUMBER = /^\d+$/;
const TAG_ID = /^[a-z0-9._:-]{1,128}$/;

/** @returns `undefined` for a path that means nothing */
export function targetOf(path: string): ConditionTarget | undefined {
  const dot = path.indexOf('.');
  const [area, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  if (area === 'users') return USER_FIELDS.get(rest);
  if (area === 'labels') {
    const tagId = rest.trim().toLowerCase();
    return TAG_ID.test(tagId) ? { kind: 'label', tagId } : undefined;
  }
  const parts = rest.split('.');
  if (parts.pop() !== 'balance') return undefined;
  if (area === 'chains') return chainTarget(parts);
  if (area === 'apps') return appTarget(parts);
  return area === 'tokens' ? tokenTarget(parts) : undefined;
}

function chainTarget([chainId, ...others]: readonly string[]): ConditionTarget | undefined {
  if (chainId === undefined) return { kind: 'any_chain' };
  const isChain = others.length === 0 && CHAIN_ID.test(chainId);
  return isChain ? { kind: 'balance', of: 'chains', chainId } : undefined;
}

/**
 * Ids of apps may contain dots, as names of sites do: `curve.fi` may mean the app `fi` on the chain `curve`, or
 * the app `curve.fi`. A number is always a chain.
 */
function appTarget(parts: readonly string[]): ConditionTarget | undefined {
  const [chainId = '', ...others] = parts;
  if (chainId === '' || others.includes('')) return undefined;
  const app = { kind: 'balance', of: 'apps' } as const;
  const dottedId = parts.join('.');
  if (others.length === 0 || !CHAIN_ID.test(chainId)) return { ...app, id: dottedId };
  const ofChain = { ...app, id: others.join('.'), chainId };
  return IS_NUMBER.test(chainId) ? ofChain : { ...ofChain, dottedId };
}

function tokenTarget(parts: readonly string[]): ConditionTarget | undefined {
  const given = parts.at(-1);
  if (given === undefined || parts.length > 2) return undefined;
  const id = tokenOf(given);
  if (id === undefined) return undefined;
  if (parts.length === 1) return { kind: 'balance', of: 'tokens', id };
  const [chainId = ''] = parts;
  return CHAIN_ID.test(chainId) ? { kind: 'balance', of: 'tokens', id, chainId } : undefined;
}

/** Tokens are stored as wallets are shown; a chain's own coin has a name instead of an address. */
export const tokenOf = (text: string): string | undefined => {
  const address = walletOf(text);
  if (address !== undefined) return spellAddress(address);
  return /^[^.\s]{1,128}$/u.test(text) ? text : undefined;
};
