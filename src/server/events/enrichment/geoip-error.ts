// The error for an unusable country database. It has a file of its own so that commands can tell this error
// without importing the package that reads the database.
import { reasonOf } from '../../errors/reason-of.js';

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
