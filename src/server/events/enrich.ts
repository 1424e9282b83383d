// Makes a row of the events table from a valid event: what was sent, and what can be read out of it.
import { eventSchema, type WireEvent } from '../../protocol/events.js';
import { spellAddress } from '../evm-address.js';
import { remember } from '../remember.js';
import { type Bag, EMPTY_BAG, readNumber, readText } from './bag.js';
import type { Caller } from './caller.js';
import { readBuilderCodes } from './enrichment/builder-codes.js';
import { type CountryOfAddress, createCountryReader } from './enrichment/country.js';
import { createDeviceReader, type Device } from './enrichment/device.js';
import { hostOf, pathOf } from './enrichment/hosts.js';
import { createOriginReader, type Origin } from './enrichment/origin.js';
import { loadReferrerTable } from './enrichment/referrer-table.js';
import { sessionIdOf } from './enrichment/session-id.js';
import type { EventRow } from './event-row.js';
import { createTimeWriter, type EventTimes, eventTimes } from './event-times.js';
import { messageIdOf } from './message-id.js';
import { isFromVisitor } from './visitor-channels.js';

/** What is known of an event besides itself. */
export interface Arrival {
  readonly projectId: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** For events that carry no `message_id`. */
  readonly newMessageId: () => string;
  readonly caller: Caller;
  /** The salt of the day, for the session ids of events that carry none. */
  readonly salt: string;
}

export interface EnricherOptions {
  /** Absent: the country is told by the event or its time zone alone. */
  readonly countryOfAddress?: CountryOfAddress | undefined;
  /** Crawlers and headless browsers count like people. Default: analytics leave them out. */
  readonly countBots?: boolean;
  /** A name for this run of the process, unlike that of any other run. Default: empty. */
  readonly receivedBy?: string;
}

export type Enrich = (event: WireEvent, arrival: Arrival) => EventRow;

const KNOWN_KEYS = new Set(Object.keys(eventSchema.properties ?? {}));
const DAY_MS = 86_400_000;
const MAX_PIXELS = 65_535;
const MAX_DENSITY = 100;
const PAGES_REMEMBERED = 2_000;
/** The checksum of an address is a Keccak-256, which takes as long as all other enrichment of an event. */
const WALLETS_REMEMBERED = 20_000;

export function createEnricher(options: EnricherOptions = {}): Enrich {
  const deviceOf = createDeviceReader(options.countBots ?? false);
  const originOf = createOriginReader(loadReferrerTable());
  const countryOf = createCountryReader(options.countryOfAddress);
  const { receivedBy = '' } = options;
  const hostOfPage = remember(PAGES_REMEMBERED, hostOf);
  const pathOfPage = remember(PAGES_REMEMBERED, pathOf);
  const addressOf = remember(WALLETS_REMEMBERED, spellAddress);
  const writeTime = createTimeWriter();

  return (event, arrival) => {
    const context = event.context ?? EMPTY_BAG;
    const properties = event.properties ?? EMPTY_BAG;
    const { caller } = arrival;
    const isVisitors = isFromVisitor(event);
    const times = eventTimes(event, arrival.receivedAt);
    // Only a page event's `url` and `path` are those of the page. In events of other types they are the app's
    // own properties, such as the path of a file, or inputs of a log.
    const page = event.type === 'page' ? properties : EMPTY_BAG;
    const pageUrl = readText(context, 'page_url') || readText(page, 'url');
    const pageHost = hostOfPage(pageUrl);
    return rowOf(event, arrival, {
      writeTime,
      times,
      receivedBy,
      address: event.address ? addressOf(event.address) : '',
      context,
      properties,
      pageUrl,
      pagePath: readText(context, 'page_path') || readText(page, 'path') || pathOfPage(pageUrl),
      sessionId:
        event.session_id || (isVisitors ? fallbackSession(event, arrival, times.timestamp) : ''),
      country: countryOf(context, isVisitors ? caller.address : undefined),
      device: deviceOf({ context, channel: event.channel, caller, pageHost }),
      origin: originOf(context, pageHost),
    });
  };
}

/** Empty without the caller's IP address, which is unknown once the socket is closed. */
function fallbackSession(
  { context, anonymous_id }: WireEvent,
  { caller, salt, projectId }: Arrival,
  timestamp: number,
): string {
  const { address } = caller;
  if (address === undefined) return '';
  const userAgent = readText(context ?? EMPTY_BAG, 'user_agent') || (caller.userAgent ?? '');
  const day = Math.floor(timestamp / DAY_MS);
  return sessionIdOf({ salt, projectId, address, userAgent, visitor: anonymous_id ?? '', day });
}

interface Findings {
  readonly writeTime: (time: number) => string;
  readonly times: EventTimes;
  readonly receivedBy: string;
  readonly address: string;
  readonly context: Bag;
  readonly properties: Bag;
  readonly pageUrl: string;
  readonly pagePath: string;
  readonly sessionId: string;
  readonly country: string;
  readonly device: Device;
  readonly origin: Origin;
}

/** One literal with every column: merging objects that hold parts of the row takes ten times as long. */
function rowOf(event: WireEvent, arrival: Arrival, findings: Findings): EventRow {
  const { context, properties, device, origin, writeTime, times } = findings;
  return {
    project_id: arrival.projectId,
    timestamp: writeTime(times.timestamp),
    original_timestamp: writeTime(times.original),
    sent_at: writeTime(times.sent),
    received_at: writeTime(arrival.receivedAt),
    received_by: findings.receivedBy,
    message_id: messageIdOf(event, arrival.caller, arrival.newMessageId),
    type: event.type,
    event: hasName(event) ? (event.event ?? '') : '',
    channel: event.channel,
    version: event.version,
    anonymous_id: event.anonymous_id ?? '',
    user_id: event.user_id ?? '',
    session_id: findings.sessionId,
    address: findings.address,
    location: findings.country,
    locale: readText(context, 'locale'),
    timezone: readText(context, 'timezone'),
    user_agent: device.userAgent,
    browser: device.browser,
    os: device.os,
    device: device.device,
    is_bot: device.isBot ? 1 : 0,
    referrer_url: origin.referrerUrl,
    ref: readText(context, 'ref'),
    utm_source: readText(context, 'utm_source'),
    utm_medium: readText(context, 'utm_medium'),
    utm_campaign: readText(context, 'utm_campaign'),
    utm_content: readText(context, 'utm_content'),
    utm_term: readText(context, 'utm_term'),
    channel_type: origin.channel,
    builder_codes: readBuilderCodes(properties),
    page_url: findings.pageUrl,
    page_path: findings.pagePath,
    page_title: readText(context, 'page_title'),
    library_name: readText(context, 'library_name'),
    library_version: readText(context, 'library_version'),
    screen_width: readPixels(context, 'screen_width'),
    screen_height: readPixels(context, 'screen_height'),
    viewport_width: readPixels(context, 'viewport_width'),
    viewport_height: readPixels(context, 'viewport_height'),
    screen_density: within(MAX_DENSITY, readNumber(context, 'screen_density')),
    revenue: readNumber(properties, 'revenue'),
    volume: readNumber(properties, 'volume'),
    points: readNumber(properties, 'points'),
    properties,
    context,
    extra: unknownKeys(event),
  };
}

/** Only these two types have names (decisions, The wire of events). */
const hasName = ({ type }: WireEvent): boolean => type === 'track' || type === 'decoded_log';

const readPixels = (bag: Bag, name: string): number =>
  within(MAX_PIXELS, Math.round(readNumber(bag, name)));

const within = (most: number, value: number): number => Math.min(most, Math.max(0, value));

function unknownKeys(event: Bag): Bag {
  const names = Object.keys(event).filter((name) => !KNOWN_KEYS.has(name));
  if (names.length === 0) return EMPTY_BAG;
  // Not assigned one by one: a key named `__proto__` would set the prototype.
  return Object.fromEntries(names.map((name) => [name, event[name]]));
}
