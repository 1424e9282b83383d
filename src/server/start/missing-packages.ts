// Finds out which of the server's optional packages are not installed.
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import type { DatabaseSettings } from '../database/open-databases.js';
import { readOwnManifest } from '../package-root.js';

/** Optional peer dependencies of this package, so that a dapp that installs the SDK does not install them. */
const SERVER_PACKAGES = [
  'fastify',
  'jose',
  'ethers',
  'bowser',
  'isbot',
  'tldts',
  'maxmind',
  'countries-and-timezones',
  '@tryghost/referrer-parser',
] as const;

/** The settings that decide which packages are needed. */
export type PackageSettings = Pick<DatabaseSettings, 'clickhouse' | 'postgresUrl'> & {
  readonly alerts?: Pick<AlertsSettings, 'mail'>;
};

const packagesFor = (settings: PackageSettings) => [
  ...SERVER_PACKAGES,
  settings.clickhouse === undefined ? 'chdb' : '@clickhouse/client',
  settings.postgresUrl === undefined ? '@electric-sql/pglite' : 'pg',
  ...(settings.alerts?.mail === undefined ? [] : ['nodemailer']),
];

const isInstalled = (name: string): boolean => {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
};

/** The command that installs what is missing; `undefined` when nothing is. */
export function installCommand(
  settings: PackageSettings,
  isThere: (name: string) => boolean = isInstalled,
): string | undefined {
  const missing = packagesFor(settings).filter((name) => !isThere(name));
  if (missing.length === 0) return undefined;
  const { peerDependencies = {} } = readOwnManifest();
  const wanted = missing.map((name) => {
    const range = peerDependencies[name];
    return range === undefined ? name : `"${name}@${range}"`;
  });
  return `npm install ${wanted.join(' ')}`;
}
