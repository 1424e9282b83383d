// The options by which an app chooses who is tracked, what may leave the page, and which events are
// left out.
import type { ConsentState } from './consent.js';

/** Exact text, text with `*` for any characters, or a regular expression. */
export type Pattern = string | RegExp;

/** Events that match any of these are not recorded. */
export interface Exclusions {
  /** Hosts of pages, such as `staging.example.com` or `*.example.dev`. */
  readonly hosts?: readonly Pattern[] | undefined;
  /** Paths of pages, such as `/admin/*`. */
  readonly paths?: readonly Pattern[] | undefined;
  /** Chain ids: that of the event itself, else that of the wallet in use. */
  readonly chains?: readonly (number | string)[] | undefined;
  /** IANA time zones of visitors, such as `Europe/Berlin`. */
  readonly timezones?: readonly string[] | undefined;
}

/**
 * Each lets more leave the page, except `messages: 'off'`, which lets less. Default: none is set.
 */
export interface PrivacyOptions {
  /**
   * Names of URL parameters whose values are sent, besides those that name a campaign. Other values
   * are sent as `redacted`.
   */
  readonly query?: readonly string[] | undefined;
  /** Sends the fragments of URLs. Default false: only those by which an app routes (`#/pools`). */
  readonly hash?: boolean | undefined;
  /**
   * Sends what looks like a token, key, e-mail address or seed phrase in a URL or title. Default
   * false.
   */
  readonly secrets?: boolean | undefined;
  /**
   * Sends the text of signed messages beside its hash; `'off'` sends not even the hash. Default
   * false.
   */
  readonly messages?: boolean | 'off' | undefined;
  /** Sends calldata as a whole instead of its 4-byte selector. Default false. */
  readonly calldata?: boolean | undefined;
}

export interface CaptureOptions {
  /**
   * The consent until `consent()` is called on this site. From then on that choice holds, on every
   * page and subdomain. Default `granted`.
   */
  readonly consent?: ConsentState | undefined;
  /** What else may leave the page. Default: nothing. */
  readonly privacy?: PrivacyOptions | undefined;
  /** What is not recorded. Default: nothing is left out. */
  readonly exclude?: Exclusions | undefined;
  /** The share of visitors that are recorded, 0 to 1: each of them always or never. Default 1. */
  readonly sampleRate?: number | undefined;
  /**
   * Records what robots do: pages driven by automation, and crawlers that say so. Default false, but
   * true when `apiHost` is a loopback address, where robots are a developer's own tests.
   */
  readonly bots?: boolean | undefined;
  /**
   * Records pages on localhost. Default: only with `debug`, or when `apiHost` is a loopback address,
   * for then the app is developed against its own server.
   */
  readonly localhost?: boolean | undefined;
  /** Begins a new session when a visitor comes by another campaign. Default true. */
  readonly newSessionOnCampaign?: boolean | undefined;
}
