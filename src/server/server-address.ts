// Which server a command speaks to: what was said first, by option or by environment.

export const DEFAULT_ADDRESS = 'http://127.0.0.1:4318';

/** Where it may be said, and what was. */
type Told = readonly [name: string, address: string | undefined];

/**
 * @param told the strongest first
 * @param fault makes the error for an address that is none
 */
export function serverAddress(told: readonly Told[], fault: (message: string) => Error): string {
  const [name, address] = told.find(([, given]) => given !== undefined) ?? [];
  if (address === undefined) return DEFAULT_ADDRESS;
  if (/^https?:\/\/[^\s/]/.test(address) && URL.canParse(address)) return address;
  throw fault(`${name} takes an address such as https://events.example.com, not "${address}".`);
}

/** What a variable says; nothing where it is empty. */
export const told = (name: string, env: Readonly<Record<string, string | undefined>>): Told => [
  name,
  env[name]?.trim() || undefined,
];
