// What the script tag does: sets `window.chaintrail`, and makes a tracker when the tag has a write
// key.
import { pageWide } from '../core/page-wide.js';
import type { Plugin, Tracker } from '../core/tracker-types.js';
import type { BrowserOptions } from './browser-options.js';
import { createTracker } from './create-tracker.js';
import { readDataAttributes } from './data-attributes.js';
import { createInertTracker } from './inert-tracker.js';
import { warn } from './warn.js';

/** A call made before the file was loaded: how to settle its promise, and that promise. */
export type PendingCall = readonly [
  method: string,
  input: readonly unknown[],
  resolve?: ((value?: unknown) => void) | undefined,
  promise?: Promise<unknown>,
];

/** `window.chaintrail`: `createTracker`, and the verbs of the tag's own tracker. */
export interface ScriptApi extends Partial<Tracker> {
  readonly createTracker: typeof createTracker;
}

/** What a page may define inline until this script is loaded: it keeps the calls in `q`. */
export interface ScriptStub {
  readonly q: PendingCall[];
}

/** Holds name and write key of the tags that have run, since this file runs once for each tag. */
const TAGS = Symbol.for('chaintrail.tags.1');

export interface ScriptPage {
  [name: string]: unknown;
}

/** The parts of the `<script>` element that are read. */
export type ScriptTag = Pick<HTMLScriptElement, 'dataset' | 'src'>;

/**
 * A wrong value costs its option or the tracker, never an exception: one warning names them all.
 */
const openTracker = (tag: ScriptTag, plugins: readonly Plugin[], isTaken: boolean): Tracker => {
  const { options, faults } = readDataAttributes(tag.dataset);
  const complaints = faults.map(
    (attribute) =>
      `${attribute} is no value of it: left out, or at its strictest if it protects visitors`,
  );
  if (isTaken) complaints.push('its name is taken, so no call reaches it: give it a data-name');
  let tracker: Tracker;
  try {
    const apiHost = options.apiHost ?? new URL('.', tag.src).href;
    tracker = createTracker({ ...(options as BrowserOptions), apiHost, plugins });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    complaints.push(message);
    tracker = createInertTracker(message);
  }
  if (complaints.length > 0) warn(`the script tag ${tag.src}: ${complaints.join('; ')}`);
  return tracker;
};

/** Runs the calls that were kept in the stub, and those that still go to it. */
const takeOver = ({ q }: ScriptStub, name: string, api: Readonly<Record<string, unknown>>) => {
  const run = ([method, input, resolve, promise]: PendingCall): number => {
    // A promise that the page ignores must not reach it as an unhandled rejection.
    promise?.catch(() => {});
    try {
      const verb = api[method];
      if (typeof verb !== 'function') throw new Error(`there is no ${name}.${method}()`);
      const answer: unknown = verb(...input);
      resolve?.(answer);
    } catch (cause) {
      warn(String(cause));
      resolve?.(Promise.reject(cause));
    }
    return 0;
  };
  for (const call of q) run(call);
  q.length = 0;
  // Not by assignment, which a frozen Array.prototype would refuse.
  Reflect.defineProperty(q, 'push', { value: run });
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * Whether the name may be taken: a stub, an earlier script without a tracker, or an element, which
 * is a global by its id.
 */
const isFree = (value: unknown): boolean =>
  value === undefined ||
  (isObject(value) &&
    ('q' in value || 'nodeType' in value || ('createTracker' in value && !('track' in value))));

/**
 * Makes the tracker that the tag's data attributes describe, and puts it on the page under
 * `data-name` (default `chaintrail`). `apiHost` is by default the folder that the file came from. A
 * second identical tag does nothing.
 */
export const startScriptTag = (
  page: ScriptPage,
  tag: ScriptTag | null | undefined,
  plugins: readonly Plugin[] = [],
): void => {
  const { name = 'chaintrail', writeKey } = tag?.dataset ?? {};
  let before = page[name];
  // A frame of that name is a window: one of another origin throws when it is looked into.
  if ((before as Partial<Window> | undefined)?.window === before) before = undefined;
  const isTaken = !isFree(before);
  let api: ScriptApi = { createTracker };
  if (tag && writeKey !== undefined) {
    const tags = pageWide(TAGS, new Set<string>(), page);
    const id = `${name} ${writeKey}`;
    if (tags.has(id)) return;
    tags.add(id);
    api = { createTracker, ...openTracker(tag, plugins, isTaken) };
  } else if (isObject(before) && 'createTracker' in before) return;
  if (isTaken) return;
  // On a page whose globals are sealed the tracker works without a name.
  if (!Reflect.set(page, name, api)) return;
  if (isObject(before) && 'q' in before) takeOver(before as ScriptStub, name, { ...api });
};
