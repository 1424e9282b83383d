// The country database cannot be used. A file of its own: commands name it without the packages.

/** The file cannot be read, or is no such database. */
export class GeoipDatabaseError extends Error {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `Cannot read the country database ${path}: ${why}. Set GEOIP_DB to a file in the mmdb format.`,
      { cause },
    );
    this.name = 'GeoipDatabaseError';
  }
}
