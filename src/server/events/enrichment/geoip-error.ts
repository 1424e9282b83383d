// The country database cannot be used. A file of its own: commands name it without the packages.
import { reasonOf } from '../../reason-of.js';

/** The file cannot be read, or is no such database. */
export class GeoipDatabaseError extends Error {
  constructor(path: string, cause: unknown) {
    super(
      `Cannot read the country database ${path}: ${reasonOf(cause)}. Set GEOIP_DB to a file in the mmdb format.`,
      { cause },
    );
    this.name = 'GeoipDatabaseError';
  }
}
