// Runs a service's plugins on each event, and catches what they throw.
import type { CompleteEvent } from '../core/enrich.js';
import { createPlugins } from '../core/plugins.js';
import type { TrackerFault } from '../core/tracker-types.js';
import type { ServerPlugin } from './server-tracker-types.js';

/** Answers the function that gives the event as the last plugin left it, or null when one dropped it. */
export const createServerPlugins = (
  plugins: readonly ServerPlugin[],
  onFault: (fault: TrackerFault) => void,
): ((event: CompleteEvent) => CompleteEvent | null) => {
  if (plugins.length === 0) return (event) => event;
  return createPlugins(plugins, onFault).enrich;
};
