// Which server a command calls: the option, else the environment variable, else the default.
import { shownAddress } from './shown-address.js';

export const DEFAULT_ADDRESS = 'http://127.0.0.1:4318';

/** Where the address can be set, and its value there. */
type Told = readonly [name: string, address: string | undefined];

/**
 * @param told in order of precedence
 * @param fault makes the error for a text that is not an address
 */
export function serverAddress(told: readonly Told[], fault: (message: string) => Error): string {
  const [name, address] = told.find(([, given]) => given !== undefined) ?? [];
  if (address === undefined) return DEFAULT_ADDRESS;
  if (/^https?:\/\/[^\s/]/.test(address) && URL.canParse(address)) return address;
  throw fault(
    `${name} must be an http or https URL such as https://events.example.com; it is "${shownAddress(address)}".`,
  );
}

/** The value of an environment variable; `undefined` when it is empty. */
export const told = (name: string, env: Readonly<Record<string, string | undefined>>): Told => [
  name,
  env[name]?.trim() || undefined,
];
