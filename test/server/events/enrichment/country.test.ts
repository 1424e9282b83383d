// The country of an event: from its context, from a database of IP addresses, or from the time zone.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCountryReader } from '../../../../src/server/events/enrichment/country.js';
import { openGeoip } from '../../../../src/server/events/enrichment/geoip.js';
import { GeoipDatabaseError } from '../../../../src/server/events/enrichment/geoip-error.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';
import { countryDatabase } from './country-database.js';

const cleanUp = createCleanup();

const writeDatabase = async (content: Uint8Array): Promise<string> => {
  const path = await createTestDirectory(cleanUp);
  const file = join(path, 'countries.mmdb');
  await writeFile(file, content);
  return file;
};

describe('createCountryReader', () => {
  const read = createCountryReader((address) => (address === '192.0.2.7' ? 'FR' : undefined));

  it.each([
    [{ location: 'de', timezone: 'Asia/Tokyo' }, '192.0.2.7', 'DE'],
    [{ location: 'Germany' }, '192.0.2.7', 'Germany'],
    [{ location: ' ', timezone: 'Asia/Tokyo' }, '192.0.2.7', 'FR'],
    [{ timezone: 'Asia/Tokyo' }, '192.0.2.8', 'JP'],
    [{ timezone: 'Asia/Calcutta' }, undefined, 'IN'],
    [{ timezone: 'UTC' }, undefined, ''],
    [{ timezone: '__proto__', location: {} }, undefined, ''],
    [{}, undefined, ''],
  ])('gives %j from %s the country %s', (context, address, country) => {
    expect(read(context, address)).toBe(country);
  });
});

describe('openGeoip', () => {
  it.each([
    ["ip-location-db's records", { country_code: 'SE' }],
    ["MaxMind's records", { country: { iso_code: 'SE' } }],
  ])('reads %s', async (_whose, record) => {
    const file = await writeDatabase(countryDatabase('192.0.2.7', record));
    const countryOf = await openGeoip(file);
    expect(countryOf?.('192.0.2.7')).toBe('SE');
    expect(countryOf?.('::ffff:192.0.2.7')).toBe('SE');
    expect(countryOf?.('192.0.2.8')).toBeUndefined();
    for (const strange of ['', 'nonsense', '2001:db8::1', '::ffff:1.2', '1'.repeat(9_999)]) {
      expect(countryOf?.(strange)).toBeUndefined();
    }
  });

  it.each([{ country_code: 'Sweden' }, { country_code: 7 }, { country: 'SE' }, {}])(
    'finds no country in %j',
    async (record) => {
      const countryOf = await openGeoip(await writeDatabase(countryDatabase('192.0.2.7', record)));
      expect(countryOf?.('192.0.2.7')).toBeUndefined();
    },
  );

  it('finds no country in a damaged record', async () => {
    const database = countryDatabase('192.0.2.7', { country_code: 'SE' });
    // The first byte of the record, behind the nodes of the 32 bits and the separator.
    database[32 * 6 + 16] = 0xff;
    const countryOf = await openGeoip(await writeDatabase(database));
    expect(countryOf?.('192.0.2.7')).toBeUndefined();
  });

  it('names the file that it cannot read, and GEOIP_DB', async () => {
    const broken = await writeDatabase(Buffer.from('no database'));
    for (const file of [broken, `${broken}-missing`]) {
      const opened = openGeoip(file);
      await expect(opened).rejects.toBeInstanceOf(GeoipDatabaseError);
      await expect(opened).rejects.toThrow(`${file}: `);
      await expect(opened).rejects.toThrow('GEOIP_DB');
    }
  });
});
