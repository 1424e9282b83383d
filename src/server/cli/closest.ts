// Finds the known word that a mistyped one was probably meant to be.

/** With more differing letters, it is another word and not a typing error. */
const MOST_SLIPS = 2;

/** `undefined` when none of the words is close enough. */
export function closest(given: string, words: readonly string[]): string | undefined {
  const [best] = words
    // Cheap, and leaves few: a server compares each variable of its environment with each setting.
    .filter((word) => Math.abs(word.length - given.length) <= MOST_SLIPS)
    .map((word) => ({ word, slips: slipsBetween(given, word) }))
    .filter(({ word, slips }) => slips <= Math.min(MOST_SLIPS, word.length / 2))
    .sort((left, right) => left.slips - right.slips);
  return best?.word;
}

/** The Levenshtein distance: letters to insert, delete or replace. */
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
