// Runs an app's plugins and callbacks so that what they throw stays theirs.
import { attempt } from './attempt.js';
import type { CompleteEvent } from './enrich.js';
import { toPlainProperties } from './to-plain.js';
import type {
  Plugin,
  PluginHost,
  Tracker,
  TrackerFault,
  TransactionEvent,
} from './tracker-types.js';

/** What was thrown, in words: it may be anything, also what cannot be written down. */
export const textOf = (cause: unknown): string =>
  attempt(() => String(cause)) ?? 'something unreadable';

/** Calls an app's function, perhaps with an argument; neither a throw nor a rejection gets out. */
export const callApp = <T, A = undefined>(
  call: (argument: A) => T,
  onThrow?: (cause: unknown) => void,
  argument?: A,
): T | undefined => {
  try {
    const result = call(argument as A);
    // A promise, of whichever class.
    (result as Partial<PromiseLike<unknown>> | undefined)?.then?.(undefined, (cause) =>
      onThrow?.(cause),
    );
    return result;
  } catch (cause) {
    onThrow?.(cause);
    return undefined;
  }
};

export interface Plugins {
  /** Whether one of them changes events. */
  readonly isEnriching: boolean;
  /** An event of this type is about to be taken down. */
  before(verb: string): void;
  setup(tracker: Tracker, host: Omit<PluginHost, 'fault'>): void;
  /** The event as the last plugin left it, or null when one dropped it. */
  enrich(event: CompleteEvent): CompleteEvent | null;
  describe(transaction: TransactionEvent): TransactionEvent;
  dispose(): void;
}

export const createPlugins = (
  plugins: readonly Plugin[],
  onFault: (fault: TrackerFault) => void,
): Plugins => {
  const disposers: (() => void)[] = [];
  const enriching = plugins.filter((plugin) => plugin.enrich);
  const report = (plugin: Plugin, step: string, cause: unknown) =>
    onFault({
      code: 'plugin',
      message: `The plugin "${plugin.name}" threw in ${step}: ${textOf(cause)}. It was skipped.`,
      cause,
    });
  const isolated = <T, A = void>(plugin: Plugin, step: string, call: (argument: A) => T) => {
    const onThrow = (cause: unknown) => report(plugin, step, cause);
    return (argument: A) => callApp(call, onThrow, argument);
  };
  const preceding = plugins
    .filter((plugin) => plugin.before)
    .map((plugin) => isolated(plugin, 'before', (verb: string) => plugin.before?.(verb)));
  return {
    isEnriching: enriching.length > 0,
    before: (verb) => {
      // With each call: an iterator or a closure would be a quarter of the garbage of a burst.
      for (let n = 0; n < preceding.length; n++) preceding[n]?.(verb);
    },
    setup: (tracker, shared) => {
      for (const plugin of plugins) {
        const host = { ...shared, fault: (cause: unknown) => report(plugin, 'a handler', cause) };
        const dispose = isolated(plugin, 'setup', () => plugin.setup?.(tracker, host))();
        if (dispose) disposers.push(isolated(plugin, 'dispose', dispose));
      }
    },
    enrich: (event) => {
      let current = event;
      for (const plugin of enriching) {
        // A copy, so that a plugin that throws midway leaves no field half changed: what it wrote into the
        // properties themselves stays.
        const given = { ...current };
        const result = isolated(plugin, 'enrich', () => plugin.enrich?.(given))();
        if (result === null) return null;
        // Against its type: a promise is no event.
        if (!result || (result as Partial<PromiseLike<unknown>>).then) continue;
        current = result === given ? given : { ...current, ...result };
      }
      const { properties, context } = current;
      // What a plugin put in may change after the call. Frozen is the tracker's own, of which the JSON is kept.
      return enriching.length === 0
        ? current
        : {
            ...current,
            properties: toPlainProperties(properties),
            // Not a plugin's to say, against its type: what cannot be written would cost the event.
            message_id: event.message_id,
            at: event.at,
            context: Object.isFrozen(context) ? context : (toPlainProperties(context) ?? {}),
          };
    },
    describe: (transaction) =>
      plugins.reduce(
        (told, plugin) => isolated(plugin, 'describe', () => plugin.describe?.(told))() ?? told,
        transaction,
      ),
    dispose: () => {
      for (const dispose of disposers.splice(0)) dispose();
      preceding.length = 0;
    },
  };
};
