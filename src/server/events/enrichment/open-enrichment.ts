// Opens what enrichment needs besides the events: the country database and the salt of the day.
import type { ApplicationSql } from '../../database/ports.js';
import type { Log } from '../../log.js';
import type { EnricherOptions } from '../enrich.js';
import { createDailySalt, type DailySalt, loadSharedSalt } from './daily-salt.js';
import { openGeoip } from './geoip.js';

export interface EnrichmentSettings {
  readonly bots: 'drop' | 'keep';
  /** Path of the country database. */
  readonly geoipDatabase?: string;
}

/** @throws {GeoipDatabaseError} */
export async function openEnrichment(
  settings: EnrichmentSettings,
  parts: { readonly application: ApplicationSql; readonly log: Log },
): Promise<{ readonly enrichment: EnricherOptions; readonly dailySalt: DailySalt }> {
  const countryOfAddress = await openGeoip(settings.geoipDatabase);
  return {
    enrichment: { countryOfAddress, countBots: settings.bots === 'keep' },
    dailySalt: createDailySalt(loadSharedSalt(parts.application), (error) =>
      parts.log.error(
        'The session salt of the day could not be shared with other processes.',
        error,
      ),
    ),
  };
}
