// Gives a kind of event the same colour wherever it is shown.
import { OTHERS, type Series } from '../charts/chart-data.js';
import { ownOf } from './own-of.js';

/** Colours by type of event: numbers from 1, as in the style sheet's `--series-1`. */
const COLOURS: Readonly<Record<string, number>> = {
  page: 2,
  track: 3,
  identify: 4,
  detect: 5,
  connect: 5,
  disconnect: 5,
  chain: 5,
  signature: 7,
  transaction: 1,
  decoded_log: 1,
  [OTHERS]: 8,
};

/** Colours for an app's own events, and for events whose colour is taken, in the order in which they are given. */
const FREE = [3, 6, 4, 7, 5, 2, 1, 8];

export interface Coloured {
  readonly type: string;
  readonly event: string;
}

/** The key by which charts of events over time group an event: its own name, or else its type. */
const keyOf = ({ type, event }: Coloured): string =>
  event !== '' && (type === 'track' || type === 'decoded_log') ? event : type;

/**
 * The colour of an event, as a number in the palette.
 *
 * @param beside keys of the series of a chart beside the event: it gets the colour of its series there, or that of
 * `Others`
 */
export function eventColour(event: Coloured, beside: readonly string[] = []): number {
  if (beside.length === 0) return ownOf(COLOURS, event.type) ?? 8;
  return eventColours(beside)[beside.indexOf(keyOf(event))] ?? 8;
}

/** Colours for events in the same chart: all different, as long as there are enough. */
export function eventColours(names: readonly string[]): readonly number[] {
  const taken = new Map<number, string>();
  for (const name of names) {
    const own = ownOf(COLOURS, name);
    if (own !== undefined && !taken.has(own)) taken.set(own, name);
  }
  const free = FREE.filter((colour) => !taken.has(colour));
  return names.map((name) => {
    const own = ownOf(COLOURS, name);
    return own !== undefined && taken.get(own) === name ? own : (free.shift() ?? 8);
  });
}

/** Gives series that are named after events the colours of these events. */
export function withEventColours(series: readonly Series[]): readonly Series[] {
  const colours = eventColours(series.map(({ name }) => name));
  return series.map((one, index) => ({ ...one, colour: colours[index] }));
}
