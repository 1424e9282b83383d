// One colour for one kind of event, wherever it is shown.
import { OTHERS, type Series } from '../charts/chart-data.js';
import { ownOf } from './own-of.js';

/** Places in the palette, from 1, as the style sheet names them. */
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

/** What events take that an app named itself, or whose colour another has: in this order. */
const FREE = [3, 6, 4, 7, 5, 2, 1, 8];

export interface Coloured {
  readonly type: string;
  readonly event: string;
}

/** As questions of events over time group them: those of an app by the name that it gave. */
const keyOf = ({ type, event }: Coloured): string =>
  event !== '' && (type === 'track' || type === 'decoded_log') ? event : type;

/**
 * The place in the palette of an event.
 *
 * @param beside keys of a chart beside it: it has its colour there, and that of the others where it is one of them
 */
export function eventColour(event: Coloured, beside: readonly string[] = []): number {
  if (beside.length === 0) return ownOf(COLOURS, event.type) ?? 8;
  return eventColours(beside)[beside.indexOf(keyOf(event))] ?? 8;
}

/** Places in the palette for events that stand side by side, each its own as far as there are. */
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

/** Series that are named after events, in the colours of these. */
export function withEventColours(series: readonly Series[]): readonly Series[] {
  const colours = eventColours(series.map(({ name }) => name));
  return series.map((one, index) => ({ ...one, colour: colours[index] }));
}
