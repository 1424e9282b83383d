// Finds out whether the stored excerpt of a receiver's answer contains an id of a person.
import type { PersonIds } from '../forget/person.js';
import { asSaid } from './deliver/as-said.js';

/** An excerpt that ends with fewer characters of an id than this does not identify a person. */
const FEWEST_SIGNS = 4;

/**
 * True for an excerpt that contains one of the ids in any letter case, or ends within one. The index makes
 * this one pass over the excerpt: thousands of excerpts may be searched for thousands of ids.
 */
export function repeatsIds(ids: PersonIds): (excerpt: string) => boolean {
  const short: string[] = [];
  const byStart = new Map<string, string[]>();
  for (const id of [...ids.wallets, ...ids.anonymousIds, ...ids.userIds]) {
    // Normalised in the same way as excerpts are.
    const text = asSaid(id, id.length).toLowerCase();
    if (text.length < FEWEST_SIGNS) {
      if (text !== '') short.push(text);
      continue;
    }
    const start = text.slice(0, FEWEST_SIGNS);
    const alike = byStart.get(start);
    if (alike) alike.push(text);
    else byStart.set(start, [text]);
  }
  return (excerpt) => {
    const text = excerpt.toLowerCase();
    if (short.some((id) => text.includes(id))) return true;
    for (let at = 0; at + FEWEST_SIGNS <= text.length; at += 1) {
      const rest = text.slice(at);
      const found = byStart.get(rest.slice(0, FEWEST_SIGNS)) ?? [];
      if (found.some((id) => rest.startsWith(id) || id.startsWith(rest))) return true;
    }
    return false;
  };
}
