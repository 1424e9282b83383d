// What an app says about who is tracked, what may be told of them, and what is left out.
import type { ConsentState } from './consent.js';

/** Exact text, text with `*` for any characters, or a regular expression. */
export type Pattern = string | RegExp;

/** Events of these are not recorded. */
export interface Exclusions {
  /** Hosts of pages, such as `staging.example.com` or `*.example.dev`. */
  readonly hosts?: readonly Pattern[] | undefined;
  /** Paths of pages, such as `/admin/*`. */
  readonly paths?: readonly Pattern[] | undefined;
  /** Chains: of the event itself, else of the wallet in use. */
  readonly chains?: readonly (number | string)[] | undefined;
  /** IANA time zones of visitors, such as `Europe/Berlin`. */
  readonly timezones?: readonly string[] | undefined;
}

/** Each widens what may leave the page. Nothing of it does by default. */
export interface PrivacyOptions {
  /** Parameters of addresses whose values may be told, besides the campaign's. */
  readonly query?: readonly string[] | undefined;
  /** Fragments of addresses; without it only those by which an app routes (`#/pools`). */
  readonly hash?: boolean | undefined;
  /** What looks like a token, key, e-mail address or seed phrase in an address or title. */
  readonly secrets?: boolean | undefined;
  /** The text of signed messages beside its hash; `off`: not even the hash. */
  readonly messages?: boolean | 'off' | undefined;
  /** Calldata as a whole instead of its 4-byte selector. */
  readonly calldata?: boolean | undefined;
}

export interface CaptureOptions {
  /**
   * Holds until `consent()` is called on this site; then that choice does, on every page and
   * subdomain. Default `granted`.
   */
  readonly consent?: ConsentState | undefined;
  /** What may leave the page besides. Default: nothing. */
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
