// How long expressions grow where the engine puts columns of subqueries in the place of their names.
import type { TokenReader } from './token-reader.js';

/** The columns that a query answers, by the lengths of their expressions. */
export interface Columns {
  /** The lengths of the columns whose names are known. */
  readonly named: ReadonlyMap<string, number>;
  /** The length of the longest of all columns. */
  readonly longest: number;
  /** The length of all expressions of the query together. */
  readonly total: number;
}

/** Part of a query, with the names of columns in it and how often each is there. */
interface Text {
  readonly length: number;
  readonly names: ReadonlyMap<string, number>;
}

/** By their names, which may be given more than once. */
type Texts = ReadonlyMap<string, readonly Text[]>;

export interface Growth {
  mention(column: string): void;
  /** An expression of SELECT, with the name that it ends with. */
  named(parse: () => string): string;
  namedByWith(parse: () => string): string;
  /** `*` */
  all(): void;
  /** A query of WITH: its length counts where it is read, each time anew. */
  deferred<T>(parse: () => T): T;
  /** @param isDeferred whether its length counts here; that of a subquery was counted as it was parsed */
  read(columns: Columns, isDeferred: boolean): void;
  /** One SELECT. */
  select<T>(parse: () => T): T;
  /** One SELECT, or several that UNION or another word joins. */
  joined<T>(parse: () => T): T;
  /** A part whose SELECTs are not among those that are being joined. */
  aside<T>(parse: () => T): T;
  /** The columns of the SELECTs that were joined last. */
  last(): Columns;
}

/** The name behind `AS`, or of a column without. */
const NAME = /(?:^(?:`[^`]*`\.)?| AS )`([^`]*)`$/;

/** The columns of a table: each has the length 1. */
export const storedColumns = (names: readonly string[]): Columns => ({
  named: new Map(names.map((name) => [name, 1])),
  longest: 1,
  total: 0,
});

/**
 * In characters. The engine keeps the expressions as names in its plan, in memory that none of its limits
 * covers: at this many it takes a second and 50 MB, and at 2,000 times as many 5 GB.
 */
const MOST_LENGTH = 1_000_000;

export function createGrowth(tokens: TokenReader): Growth {
  let names = new Map<string, number>();
  let values: Texts = new Map();
  let aliases = new Map<string, readonly Text[]>();
  let others: Text[] = [];
  let sources: Columns[] = [];
  let members: Columns[] = [];
  let hasAll = false;
  let total = 0;
  let last = storedColumns([]);

  const text = <T>(parse: () => T): { readonly result: T; readonly text: Text } => {
    const outer = names;
    const own = new Map<string, number>();
    names = own;
    const start = tokens.peek().at;
    const result = parse();
    names = outer;
    return { result, text: { length: tokens.peek().at - start, names: own } };
  };
  const add = (length: number): void => {
    total += length;
    if (total > MOST_LENGTH) {
      tokens.fail('the query is too long once each name is replaced by its subquery');
    }
  };

  const aside = <T>(parse: () => T): T => {
    const outer = members;
    members = [];
    const result = parse();
    members = outer;
    return result;
  };

  return {
    mention: (column) => void names.set(column, (names.get(column) ?? 0) + 1),
    named(parse) {
      const { result, text: own } = text(parse);
      const [, name] = NAME.exec(result) ?? [];
      if (name === undefined) others.push(own);
      else aliases.set(name, [...(aliases.get(name) ?? []), own]);
      return result;
    },
    namedByWith(parse) {
      const { result, text: own } = text(parse);
      const [, name = ''] = NAME.exec(result) ?? [];
      values = new Map([...values, [name, [own]]]);
      return result;
    },
    all() {
      hasAll = true;
    },
    deferred(parse) {
      const before = total;
      const result = parse();
      total = before;
      return result;
    },
    read(columns, isDeferred) {
      sources.push(columns);
      if (isDeferred) add(columns.total);
    },
    select(parse) {
      const outer = { aliases, others, sources, hasAll };
      [aliases, others, sources, hasAll] = [new Map(), [], [], false];
      const before = total;
      const { result, text: rest } = text(() => aside(parse));
      const { ofName, ofText } = lengths([values, aliases], sources);
      const named = new Map<string, number>();
      for (const [name, length] of hasAll ? sources.flatMap((one) => [...one.named]) : []) {
        named.set(name, Math.max(length, named.get(name) ?? 0));
      }
      for (const name of aliases.keys()) named.set(name, ofName(name));
      const written = [...named.values(), ...others.map(ofText)];
      for (const length of [...written, ofText(rest)]) add(length);
      const longest = Math.max(1, ...written, ...(hasAll ? sources.map(longestOf) : []));
      members.push({ named, longest, total: total - before });
      ({ aliases, others, sources, hasAll } = outer);
      return result;
    },
    joined(parse) {
      const outer = { values, members };
      members = [];
      const before = total;
      const result = parse();
      const [first, second] = members;
      const named = first !== undefined && second === undefined ? first.named : new Map();
      last = { named, longest: Math.max(1, ...members.map(longestOf)), total: total - before };
      ({ values, members } = outer);
      members.push(last);
      return result;
    },
    aside,
    last: () => last,
  };
}

const longestOf = ({ longest }: Columns): number => longest;

/** How long texts are with everything in the place of its name. */
function lengths(texts: readonly Texts[], sources: readonly Columns[]) {
  const known = new Map<string, number>();
  const ofColumn = (name: string): number => {
    const found = sources.flatMap(({ named }) => named.get(name) ?? []);
    return Math.max(1, ...(found.length === 0 ? sources.map(longestOf) : found));
  };
  const ofName = (name: string): number => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const column = ofColumn(name);
    // Within its own expression a name means the column and not itself.
    known.set(name, column);
    const own = texts.flatMap((some) => some.get(name) ?? []);
    const length = Math.max(column, ...own.map(ofText));
    known.set(name, length);
    return length;
  };
  const ofText = ({ names, length }: Text): number =>
    [...names].reduce((sum, [name, count]) => sum + count * ofName(name), length);
  return { ofName, ofText };
}
