// Finds the word that somebody may have meant.

/** More letters than that are no slip any more. */
const MOST_SLIPS = 2;

/** `undefined` where none of the words is near. */
export function closest(given: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, slips: slipsBetween(given, word) }))
    .filter(({ word, slips }) => slips <= Math.min(MOST_SLIPS, word.length / 2))
    .sort((left, right) => left.slips - right.slips);
  return best?.word;
}

/** Letters to put in, to leave out or to change: the distance of Levenshtein. */
function slipsBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...left].entries()) {
    const next = [index + 1];
    for (const [place, other] of [...right].entries()) {
      const changed = (row[place] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
