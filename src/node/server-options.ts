// Checks a service's options, and fills in what it left out. Wrong options throw only here.
import { checkOptions, fail, type ResolvedDelivery, resolveDelivery } from '../core/options.js';
import { TrackerError } from '../core/tracker-error.js';
import { MAX_EVENTS_PER_REQUEST } from '../protocol/limits.js';
import type { CommonServerOptions, FullPolicy } from './server-tracker-types.js';

const DAY_MS = 86_400_000;

/**
 * Higher than a page's defaults: a server has more memory, and records the events of many visitors.
 */
const DEFAULTS = {
  flushAt: 100,
  flushIntervalMs: 1_000,
  maxBatchBytes: 1_000_000,
  maxQueueEvents: 100_000,
  maxQueueBytes: 64_000_000,
  maxAgeMs: 30 * DAY_MS,
} as const;

const POLICIES: readonly FullPolicy[] = ['drop-oldest', 'reject', 'await'];

export interface ServerDelivery extends ResolvedDelivery {
  readonly maxBatchEvents: number;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly whenFull: FullPolicy;
}

/**
 * The option names of every server tracker. The values mean nothing: a record lets the compiler
 * require a complete list.
 */
export const COMMON_NAMES: Readonly<Record<keyof CommonServerOptions, true>> = {
  writeKey: true,
  apiHost: true,
  plugins: true,
  context: true,
  onDrop: true,
  onError: true,
  flushAt: true,
  flushIntervalMs: true,
  maxBatchBytes: true,
  maxQueueEvents: true,
  maxQueueBytes: true,
  maxAgeMs: true,
  maxBatchEvents: true,
  concurrency: true,
  requestTimeoutMs: true,
  whenFull: true,
};

/**
 * Refuses misspelled options, which would be ignored silently, such as a `spool`.
 *
 * @param within a prefix for the name, such as `spool.`
 * @throws TrackerError that names the first unknown option, and all known ones
 */
export const checkNames = <T extends object>(
  options: T,
  names: Readonly<Record<keyof T, true>>,
  within = '',
): void => {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(names, name)) continue;
    const known = Object.keys(names).join(', ');
    throw new TrackerError(`There is no option ${within}${name}. Pass some of ${known}.`);
  }
};

/** A whole number within bounds, or the default when the option is left out. */
export const wholeOption = (
  option: string,
  value: unknown,
  { fallback, most }: { readonly fallback: number; readonly most: number },
): number => {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most) return Number(value);
  return fail(option, value, `It takes a whole number from 1 to ${most}.`);
};

/** @throws TrackerError that names the wrong option, its value and the remedy */
export const resolveServerDelivery = (options: CommonServerOptions): ServerDelivery => {
  const { plugins, ...rest } = options ?? {};
  checkOptions(options === undefined || options === null ? options : { ...rest, plugins: [] });
  if (!Array.isArray(plugins ?? [])) fail('plugins', plugins, 'Pass a list.');
  for (const plugin of plugins ?? []) {
    if (typeof plugin?.name !== 'string') fail('plugins', plugin, 'Each plugin needs a name.');
  }
  const { apiHost, whenFull = 'drop-oldest' } = options;
  // Checked with a path, as it is used later: `http://a b` and `http://a:99999` are no URLs.
  if (!URL.canParse(`${apiHost}/`)) {
    fail('apiHost', apiHost, 'Pass an address such as https://events.example.com.');
  }
  if (!POLICIES.includes(whenFull)) {
    fail('whenFull', whenFull, `It takes one of ${POLICIES.join(', ')}.`);
  }
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const delivery = resolveDelivery({ ...options, ...DEFAULTS, ...given, plugins: [] });
  return {
    ...delivery,
    // A batch larger than the queue would never be full.
    flushAt: Math.min(delivery.flushAt, Math.ceil(delivery.maxQueueEvents / 2)),
    maxBatchEvents: wholeOption('maxBatchEvents', options.maxBatchEvents, {
      fallback: MAX_EVENTS_PER_REQUEST,
      most: MAX_EVENTS_PER_REQUEST,
    }),
    concurrency: wholeOption('concurrency', options.concurrency, { fallback: 4, most: 100 }),
    requestTimeoutMs: wholeOption('requestTimeoutMs', options.requestTimeoutMs, {
      fallback: 10_000,
      most: 600_000,
    }),
    whenFull,
  };
};
