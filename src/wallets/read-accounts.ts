// Finds the accounts in what a wallet answers when an app connects or asks who is connected.
import { read } from './provider.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const readValue = (caveat: unknown): unknown => read(caveat, 'value') ?? [];

/**
 * The addresses in an account, a list of accounts, permissions (EIP-2255) or `{ accounts }`
 * (ERC-7846), without the chain that CAIP-10 puts before them. Undefined when the answer says
 * nothing of accounts.
 */
export const readAccounts = (answer: unknown): readonly string[] | undefined => {
  const list = isText(answer) ? [answer] : (read(answer, 'accounts') ?? answer);
  if (!Array.isArray(list)) return undefined;
  if (list.some((item) => isText(read(item, 'parentCapability')))) {
    const permission: unknown = list.find(
      (item) => read(item, 'parentCapability') === 'eth_accounts',
    );
    const caveats = read(permission, 'caveats');
    return Array.isArray(caveats) ? readAccounts(caveats.flatMap(readValue)) : undefined;
  }
  return list
    .map((item: unknown) => read(item, 'address') ?? item)
    .filter(isText)
    .map((account) => account.slice(account.lastIndexOf(':') + 1));
};
