// The names that WITH gives to queries and values, and where they are known.
import type { Columns } from './growth.js';

/** A query with a name. */
export interface Cte {
  /** Its name in our SQL: no table is called so, hence a mistake in the translation reads none. */
  readonly internalName: string;
  /** How many tables it reads once the engine has put each query in the place of its name. */
  readonly tables: number;
  readonly columns: Columns;
}

export interface Ctes {
  find(name: string): Cte | undefined;
  /** Runs `parse` in a scope of its own. */
  scoped<T>(parse: () => T): T;
  /** Parses one query and counts what it reads. */
  measured(parse: () => string): { readonly sql: string; readonly cte: Omit<Cte, 'columns'> };
  add(name: string, cte: Cte): boolean;
  /** Gives a name to a value. */
  addValue(name: string, text: string | undefined): void;
  /** The text that has a name; `undefined` for the name of any other value, or of none. */
  textOf(name: string): string | undefined;
  /** Counts a table that is read, or all that a CTE reads; whether it is still few enough. */
  read(tables: number): boolean;
}

const MOST_TABLES = 100;

export function createCtes(): Ctes {
  let scope: ReadonlyMap<string, Cte> = new Map();
  let texts: ReadonlyMap<string, string | undefined> = new Map();
  let own = new Set<string>();
  let made = 0;
  let count = 0;
  return {
    find: (name) => scope.get(name),
    scoped(parse) {
      const [outerScope, outerTexts, outerOwn] = [scope, texts, own];
      own = new Set();
      try {
        return parse();
      } finally {
        scope = outerScope;
        texts = outerTexts;
        own = outerOwn;
      }
    },
    measured(parse) {
      const before = count;
      const sql = parse();
      made += 1;
      const cte = { internalName: `_ct_${made}`, tables: Math.max(1, count - before) };
      return { sql, cte };
    },
    add(name, cte) {
      if (own.has(name)) return false;
      own.add(name);
      scope = new Map([...scope, [name, cte]]);
      return true;
    },
    addValue(name, text) {
      texts = new Map([...texts, [name, text]]);
    },
    textOf: (name) => texts.get(name),
    read(tables) {
      count += tables;
      return count <= MOST_TABLES;
    },
  };
}
