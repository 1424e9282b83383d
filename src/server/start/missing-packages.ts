// Finds out which of the server's optional packages are not installed, or in another version than it needs.
import type { AlertsSettings } from '../alerts/compose-alerts.js';
import type { DatabaseSettings } from '../database/open-databases.js';
import { readOwnManifest } from '../package-root.js';
import { installedVersion, isInRange } from './installed-version.js';

/**
 * Optional peer dependencies of this package, so that a dapp that installs the SDK does not install them. They are
 * peers in any version: npm would refuse to install the SDK in a dapp that has another one, such as ethers 5.
 */
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

/** Each package manager tells who it is to what it starts, such as `pnpm/10.4.1 npm/? node/v22.14.0 linux x64`. */
const addWith = (userAgent = ''): string => {
  const name = /^(pnpm|yarn|bun)\//.exec(userAgent)?.[1];
  return name === undefined ? 'npm install' : `${name} add`;
};

/**
 * The command that installs what is missing, for the package manager by which the server was started: another one
 * would replace what that has installed. `undefined` when nothing is missing.
 */
export function installCommand(
  settings: PackageSettings,
  versionOf: (name: string) => string | undefined = installedVersion,
  userAgent: string | undefined = process.env.npm_config_user_agent,
): string | undefined {
  // The versions that the server is built and tested with.
  const { devDependencies: ranges = {} } = readOwnManifest();
  const wanted = packagesFor(settings).flatMap((name) => {
    const range = ranges[name];
    const version = versionOf(name);
    if (version !== undefined && (range === undefined || isInRange(version, range))) return [];
    return [range === undefined ? name : `"${name}@${range}"`];
  });
  return wanted.length === 0 ? undefined : `${addWith(userAgent)} ${wanted.join(' ')}`;
}
