// Checks what an app configures, and fills in what it left out. Wrong options throw here and nowhere else.
import { attempt } from './attempt.js';
import { isConsentState } from './consent.js';
import { TrackerError } from './tracker-error.js';
import type { DeliveryOptions, TrackerOptions } from './tracker-types.js';
import { isWriteKey } from './write-key.js';

const DAY_MS = 86_400_000;

const DELIVERY_DEFAULTS = {
  flushAt: 20,
  flushIntervalMs: 1_000,
  maxBatchBytes: 200_000,
  maxQueueEvents: 10_000,
  maxQueueBytes: 20_000_000,
  maxAgeMs: 7 * DAY_MS,
} as const satisfies Required<DeliveryOptions>;

const DEFAULT_IDLE_MINUTES = 30;

export type ResolvedDelivery = { readonly [K in keyof DeliveryOptions]-?: number };

/** @throws TrackerError, always */
export const fail = (option: string, value: unknown, remedy: string): never => {
  // In quotes, because the text `20`, as an environment variable gives it, would look like a
  // correct number.
  const shown = typeof value === 'string' ? `"${value}"` : String(value);
  throw new TrackerError(`Wrong option ${option}: ${shown}. ${remedy}`);
};

const positive = (option: string, value: unknown, fallback: number): number => {
  if (value === undefined) return fallback;
  if (typeof value === 'number' && value > 0) return value;
  return fail(option, value, 'It takes a positive number.');
};

/** Answers undefined when the text is not a valid regular expression. */
export const readPattern = (text: string): RegExp | undefined => attempt(() => new RegExp(text));

/**
 * Options of a page's tracker. They are checked here as well, since that tracker may be made later,
 * when it must not throw.
 */
interface PageOptions extends TrackerOptions {
  readonly referral?: { readonly path?: string | undefined } | undefined;
}

/** Throws a `TrackerError` that names the wrong option, its value and the remedy. */
export const checkOptions = (options: PageOptions): void => {
  if (typeof options !== 'object' || options === null)
    fail('object', options, 'Pass { writeKey, apiHost }.');
  if (!isWriteKey(options.writeKey)) {
    fail('writeKey', options.writeKey, 'Pass the write key that the server printed at its start.');
  }
  if (
    typeof options.apiHost !== 'string' ||
    !/^https?:\/\/[^\s/@]+(\/\S*)?$/.test(options.apiHost)
  ) {
    fail(
      'apiHost',
      options.apiHost,
      'Pass an address such as https://events.example.com, without blanks or credentials.',
    );
  }
  const { consent = 'granted', sampleRate = 1, referral } = options;
  if (!readPattern(referral?.path ?? '')) {
    fail('referral.path', referral?.path, 'It is a regular expression.');
  }
  if (!isConsentState(consent)) fail('consent', consent, "It is 'granted', 'denied' or 'pending'.");
  if (!(typeof sampleRate === 'number' && sampleRate >= 0 && sampleRate <= 1)) {
    fail('sampleRate', sampleRate, 'It is a share of the visitors, from 0 to 1.');
  }
  for (const plugin of options.plugins ?? []) {
    if (typeof plugin?.name !== 'string') fail('plugins', plugin, 'Each plugin needs a name.');
  }
  resolveDelivery(options);
  resolveIdleMs(options);
};

export const resolveDelivery = (options: TrackerOptions): ResolvedDelivery => {
  const resolved = Object.entries(DELIVERY_DEFAULTS).map(([name, fallback]) => [
    name,
    positive(name, options[name as keyof DeliveryOptions], fallback),
  ]);
  return Object.fromEntries(resolved);
};

export const resolveIdleMs = (options: TrackerOptions): number =>
  positive('sessionIdleMinutes', options.sessionIdleMinutes, DEFAULT_IDLE_MINUTES) * 60_000;
