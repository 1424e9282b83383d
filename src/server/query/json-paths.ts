// Checks the JSONPath expressions in a query. The engine tries each index of a range, even beyond the end of
// the list, and ignores its time limit meanwhile: a range of two billion blocks it for everybody for a minute.
import { type Grammar, loneText, quoteText } from './grammar.js';

const NAMES: ReadonlySet<string> = new Set(['JSON_VALUE', 'JSON_QUERY', 'JSON_EXISTS']);

/** Whether that argument of the function is a path, its first being 0. */
export const mayBePath = (name: string, place: number): boolean => place === 1 && NAMES.has(name);

/** How many indexes all ranges of a path may lead to, multiplied with each other. */
const MOST_INDEXES = 1_000;

const BRACKETS = /\[([^\]]*)\]?/g;
const KEY = /^\s*(?:'[^'[\]]*'|"[^"[\]]*")\s*$/;
/** No other form is taken, since the engine also reads comments and hexadecimal numbers there. */
const INDEXES = /^\s*\d{1,9}(?:\s+to\s+\d{1,9})?(?:\s*,\s*\d{1,9}(?:\s+to\s+\d{1,9})?)*\s*$/i;

/** `undefined` for brackets that hold neither a key nor indexes. */
function indexesIn(inner: string): number | undefined {
  if (inner.trim() === '*' || KEY.test(inner)) return 1;
  if (!INDEXES.test(inner)) return undefined;
  const counts = inner.split(',').map((part) => {
    const [first = 0, last = first] = part.split(/to/i).map(Number);
    return Math.max(1, last - first);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A path as a text, or as a name that WITH gave to a text. */
export function pathArgument(grammar: Grammar): string {
  const { tokens } = grammar;
  const token = tokens.peek();
  const path = loneText(grammar);
  if (path === undefined) {
    return tokens.fail("a path in quotes is expected here, such as '$.items[0].price'", token);
  }
  let indexes = 1;
  for (const [, inner = ''] of path.matchAll(BRACKETS)) {
    const count = indexesIn(inner);
    if (count === undefined) {
      return tokens.fail(
        'the brackets of a path must contain *, a key in quotes, or indexes such as 0 to 9',
        token,
      );
    }
    indexes *= count;
  }
  if (indexes > MOST_INDEXES) {
    return tokens.fail(`a path may select at most ${MOST_INDEXES} indexes`, token);
  }
  tokens.take();
  return quoteText(path);
}
