// Runs an app's plugins and callbacks, and catches what they throw.
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

/** What was thrown, as text: it may be any value, even one that cannot be converted to a string. */
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
    // An async function answers a promise, perhaps of a class of its own: its rejection is caught
    // too.
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
  /** Called before each verb and `flush`, with its name. */
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
      // Runs at each call: an iterator or a closure would make a quarter of the garbage of a burst.
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
        // A copy, so that the fields that a plugin set before it threw are discarded. What it wrote
        // into `properties` itself stays.
        const given = { ...current };
        const result = isolated(plugin, 'enrich', () => plugin.enrich?.(given))();
        if (result === null) return null;
        // A plugin written with `async enrich`, against the type, answers a promise, which is no
        // event.
        if (!result || (result as Partial<PromiseLike<unknown>>).then) continue;
        current = result === given ? given : { ...current, ...result };
      }
      const { properties, context } = current;
      // Copied, since a plugin may change its objects later. A frozen context is the tracker's own,
      // whose JSON is cached.
      return enriching.length === 0
        ? current
        : {
            ...current,
            properties: toPlainProperties(properties),
            // A plugin must not set these, though untyped code can: a value that cannot be written
            // would cost the event.
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
