// Reads a tracker's options from the data attributes of its <script>: `data-flush-at="5"` is `flushAt: 5`.
import { isConsentState } from '../core/consent.js';
import { readPattern } from '../core/options.js';
import type { BrowserOptions } from './browser-options.js';

/** Reads an attribute's text; undefined when that is not a valid value. */
type Reader<T> = (text: string) => T | undefined;

type Simple = string | number | boolean | readonly unknown[];

/**
 * For each option that a text can express its reader, and for an option with fields the readers of
 * these. Left out are functions and lists of objects.
 */
type Readers<T> = {
  readonly [K in keyof T as NonNullable<T[K]> extends
    | ((...input: never) => unknown)
    | readonly object[]
    ? never
    : K]-?: NonNullable<T[K]> extends Simple
    ? Reader<NonNullable<T[K]>>
    : Readers<NonNullable<T[K]>>;
};

/** An attribute without a value is true, as in HTML. */
const toggle: Reader<boolean> = (text) =>
  text === '' || text === 'true' ? true : text === 'false' ? false : undefined;

const amount: Reader<number> = (text) => (Number(text) > 0 ? Number(text) : undefined);

const share: Reader<number> = (text) => (/^(0|1|0?\.\d+)$/.test(text) ? Number(text) : undefined);

const words: Reader<string> = (text) => text.trim() || undefined;

const list: Reader<string[]> = (text) => text.split(',').flatMap((item) => item.trim() || []);

/** The compiler requires a row for each such option that a tracker takes. */
const READERS: Readers<Omit<BrowserOptions, 'wallets'>> & {
  readonly wallets: Reader<BrowserOptions['wallets']>;
} = {
  writeKey: words,
  apiHost: words,
  debug: toggle,
  pageViews: toggle,
  wallets: (text) => (text === 'no-receipts' ? { receipts: false } : toggle(text)),
  sessionIdleMinutes: amount,
  newSessionOnCampaign: toggle,
  consent: (text) => (isConsentState(text) ? text : undefined),
  gpc: toggle,
  dnt: toggle,
  cookieless: toggle,
  bots: toggle,
  localhost: toggle,
  sampleRate: share,
  referral: { query: list, path: (text) => readPattern(text) && words(text) },
  exclude: { hosts: list, paths: list, chains: list, timezones: list },
  privacy: {
    query: list,
    hash: toggle,
    secrets: toggle,
    messages: (text) => (text === 'off' ? text : toggle(text)),
    calldata: toggle,
  },
  flushAt: amount,
  flushIntervalMs: amount,
  maxBatchBytes: amount,
  maxQueueEvents: amount,
  maxQueueBytes: amount,
  maxAgeMs: amount,
};

/**
 * With a mistyped value these get their strictest one, so that no more is recorded of a visitor
 * than was meant.
 */
const STRICTEST: Readonly<Record<string, unknown>> = {
  consent: 'pending',
  cookieless: true,
  dnt: true,
  privacyMessages: 'off',
} satisfies Partial<BrowserOptions> & { readonly privacyMessages: 'off' };

interface Table {
  readonly [option: string]: Reader<unknown> | Table;
}

type Dataset = Readonly<Record<string, string | undefined>>;

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `sessionIdleMinutes` -> `data-session-idle-minutes` */
export const attributeOf = (key: string): string =>
  `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export interface DataAttributes {
  readonly options: Partial<BrowserOptions>;
  /**
   * The attributes that could not be read, as they are written. They are left out, or set to their
   * strictest value.
   */
  readonly faults: readonly string[];
}

/** Reads the options; attributes with other names may belong to other scripts, and are ignored. */
export const readDataAttributes = (dataset: Dataset): DataAttributes => {
  const faults: string[] = [];
  const readAll = (table: Table, prefix: string): Record<string, unknown> => {
    const options: Record<string, unknown> = {};
    for (const [option, row] of Object.entries(table)) {
      const key = prefix ? prefix + capitalise(option) : option;
      const text = dataset[key];
      if (typeof row === 'object') {
        const group = readAll(row, key);
        if (Object.keys(group).length > 0) options[option] = group;
      } else if (text !== undefined) {
        const value = row(text);
        if (value === undefined) faults.push(`${attributeOf(key)}="${text}"`);
        const taken = value ?? STRICTEST[key];
        if (taken !== undefined) options[option] = taken;
      }
    }
    return options;
  };
  return { options: readAll(READERS as unknown as Table, ''), faults };
};
