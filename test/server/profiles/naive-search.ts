// A slow model of the profile search, with which the SQL is compared.
import type { ProfileCondition, ProfileOperator } from '../../../src/protocol/profiles/search.js';

/** A wallet with everything that conditions can refer to. */
export interface ModelWallet {
  readonly address: string;
  /** Fields of `users.*`; null when unknown. */
  readonly users: Readonly<Record<string, string | number | null>>;
  readonly chains: readonly { chain_id: string; net_worth_usd: number }[];
  readonly apps: readonly { chain_id: string; id: string; balance_usd: number }[];
  readonly tokens: readonly {
    chain_id: string;
    token_address: string;
    app_id: string;
    balance: string;
  }[];
  readonly labels: readonly { tag_id: string; value: string }[];
}

type Scalar = string | number;

function holds(op: ProfileOperator, left: Scalar | null, right: unknown): boolean {
  if (op === 'neq') return !holds('eq', left, right);
  if (op === 'nin') return !holds('in', left, right);
  if (left === null) return false;
  if (op === 'in') return (right as Scalar[]).includes(left);
  const value = right as Scalar;
  if (op === 'eq') return left === value;
  if (op === 'gt') return left > value;
  if (op === 'gte') return left >= value;
  return op === 'lt' ? left < value : left <= value;
}

const SOCIAL = ['ens', 'twitter', 'email'];

/** Whether one of the values fulfils the condition; for `neq` and `nin`, whether none is equal. */
const someHold = (op: ProfileOperator, values: readonly Scalar[], right: unknown): boolean => {
  if (op === 'neq') return !values.some((value) => holds('eq', value, right));
  if (op === 'nin') return !values.some((value) => holds('in', value, right));
  return values.some((value) => holds(op, value, right));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

export function matches(wallet: ModelWallet, condition: ProfileCondition): boolean {
  const { field, op, value, scope, appId } = condition;
  const [area, ...parts] = field.split('.');
  if (area === 'users') {
    const [name = ''] = parts;
    const held = wallet.users[name] ?? null;
    if (!SOCIAL.includes(name)) return holds(op, held, value);
    if (typeof value === 'boolean') return (held !== null) === (value === (op === 'eq'));
    const lower = (one: unknown) => String(one).toLowerCase();
    return holds(op, lower(held ?? ''), Array.isArray(value) ? value.map(lower) : lower(value));
  }
  if (area === 'labels') {
    const values = wallet.labels.filter(({ tag_id }) => tag_id === parts.join('.'));
    const right = Array.isArray(value) ? value.map(String) : String(value);
    return someHold(
      op,
      values.map((one) => one.value),
      right,
    );
  }
  const path = parts.slice(0, -1);
  if (area === 'chains') {
    const [chain] = path;
    if (chain === undefined) {
      return wallet.chains.some((one) => holds(op, one.net_worth_usd, value));
    }
    const held = wallet.chains.filter(({ chain_id }) => chain_id === chain);
    return holds(op, sum(held.map((one) => one.net_worth_usd)), value);
  }
  const id = path.at(-1);
  const chain = path.length === 2 ? path[0] : undefined;
  const onChain = (one: { chain_id: string }) => chain === undefined || one.chain_id === chain;
  if (area === 'apps') {
    const held = wallet.apps.filter((one) => one.id === id && onChain(one));
    return holds(op, sum(held.map((one) => one.balance_usd)), value);
  }
  const held = wallet.tokens.filter(
    (one) =>
      one.token_address.toLowerCase() === id?.toLowerCase() &&
      onChain(one) &&
      (scope !== 'protocol' || one.app_id !== '') &&
      (appId === undefined || one.app_id === appId),
  );
  return holds(op, sum(held.map((one) => Number(one.balance))), value);
}

/** Sorts with nulls last in both directions, then by address. */
export function inOrder(
  wallets: readonly ModelWallet[],
  by: string,
  direction: 'asc' | 'desc',
): ModelWallet[] {
  const sign = direction === 'asc' ? 1 : -1;
  return wallets.toSorted((left, right) => {
    const [a, b] = [left.users[by] ?? null, right.users[by] ?? null];
    if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
    if (a !== null && b !== null && a !== b) return a < b ? -sign : sign;
    return left.address < right.address ? -1 : 1;
  });
}
