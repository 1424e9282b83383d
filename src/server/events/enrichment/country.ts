// In which country an event happened, as far as that can be told without storing an address.
import { getAllTimezones } from 'countries-and-timezones';
import { type Bag, readText } from '../bag.js';

/** ISO 3166 code of the country that an address is in. */
export type CountryOfAddress = (address: string) => string | undefined;

/**
 * The country as the event tells it, else by the address, else by the time zone (decision N-64).
 *
 * @param address of the visitor; `undefined` when only that of a server is known
 */
export type ReadCountry = (context: Bag, address: string | undefined) => string;

export function createCountryReader(countryOfAddress?: CountryOfAddress): ReadCountry {
  const zones = countriesByTimeZone();
  return (context, address) => {
    const told = readText(context, 'location').trim();
    if (told !== '') return /^[a-z]{2}$/.test(told) ? told.toUpperCase() : told;
    const found = address === undefined ? undefined : countryOfAddress?.(address);
    return found ?? zones.get(readText(context, 'timezone')) ?? '';
  };
}

/** Old names such as `Asia/Calcutta` are still what many systems tell. */
function countriesByTimeZone(): ReadonlyMap<string, string> {
  const countries = new Map<string, string>();
  for (const [name, zone] of Object.entries(getAllTimezones({ deprecated: true }))) {
    // Zones shared by countries name the one that they are called after first.
    const country = zone?.countries[0];
    if (country !== undefined) countries.set(name, country);
  }
  return countries;
}
