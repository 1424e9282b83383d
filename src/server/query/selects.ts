// SELECT and its clauses, WITH, and what joins several of them.
import { bracketedQuery } from './calls.js';
import { fillOf, interpolateClause } from './fill.js';
import { aliasOf, asName, type Grammar, isName, listOf, quoteName, takeName } from './grammar.js';
import { groupClause } from './group-by.js';
import { fromClause } from './tables.js';
import { orderClause, windowClause } from './windows.js';

/** The outermost SELECT, apart from its LIMIT and OFFSET. */
export interface Statement {
  readonly sql: string;
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  /** Whether sorting is the last that happens to the rows: there the engine counts them. */
  readonly isOrdered: boolean;
  /** Whether rows are dropped after the point where the engine counts them. */
  readonly isWrapped: boolean;
}

/** Any query inside of another. */
export const query = (grammar: Grammar): string => {
  const { sql, limit, offset } = statement(grammar);
  return `${sql}${limitClause(limit, offset)}`;
};

export const limitClause = (limit: number | undefined, offset: number | undefined): string =>
  (limit === undefined ? '' : ` LIMIT ${limit}`) +
  (offset === undefined ? '' : ` OFFSET ${offset}`);

/** Parses a statement with its WITH, whose names are known in every member of a union. */
export function statement(grammar: Grammar): Statement {
  return grammar.tokens.nested(() =>
    grammar.ctes.scoped(() =>
      grammar.growth.joined(() => {
        const ctes = grammar.growth.aside(() => withClause(grammar));
        const isBracketed = grammar.tokens.sees('(');
        const first = member(grammar);
        const others = otherMembers(grammar);
        const all = [...(others.length === 0 ? [] : [bracketed(first)]), ...others].join(' ');
        if (all !== '') return { ...UNLIMITED, sql: `${ctes}SELECT * FROM (${all})` };
        if (ctes === '' || !isBracketed) return { ...first, sql: ctes + first.sql };
        return { ...UNLIMITED, sql: `${ctes}SELECT * FROM ${bracketed(first)}` };
      }),
    ),
  );
}

const UNLIMITED = {
  limit: undefined,
  offset: undefined,
  isOrdered: false,
  isWrapped: true,
} as const;

const bracketed = ({ sql, limit, offset }: Statement): string =>
  `(${sql}${limitClause(limit, offset)})`;

function otherMembers(grammar: Grammar): readonly string[] {
  const others: string[] = [];
  for (;;) {
    const joint = setOperator(grammar);
    if (joint === undefined) return others;
    others.push(`${joint} ${bracketed(member(grammar))}`);
  }
}

function setOperator({ tokens }: Grammar): string | undefined {
  const name = ['UNION', 'INTERSECT', 'EXCEPT'].find((word) => tokens.accepts(word));
  if (name === undefined) return undefined;
  const isAll = name === 'UNION' && tokens.accepts('ALL');
  if (!isAll) tokens.accepts('DISTINCT');
  return `${name} ${isAll ? 'ALL' : 'DISTINCT'}`;
}

function member(grammar: Grammar): Statement {
  const { tokens } = grammar;
  if (tokens.peek().text !== '(') return grammar.growth.select(() => select(grammar));
  tokens.expect('(');
  const inner = statement(grammar);
  tokens.expect(')');
  return inner;
}

function select(grammar: Grammar): Statement {
  const { tokens } = grammar;
  tokens.expect('SELECT');
  const distinct = tokens.accepts('DISTINCT') ? 'DISTINCT ' : '';
  const columns = listOf(tokens, () => selected(grammar)).join(', ');
  const from = fromClause(grammar);
  // PREWHERE becomes a part of WHERE: the answer is the same, and the views have a PREWHERE of their own.
  const conditions = ['PREWHERE', 'WHERE'].map((word) => clause(grammar, word));
  const clauses = [
    ['WHERE', conditions.filter((sql) => sql !== '').join(' AND ')],
    ['GROUP BY', groupClause(grammar)],
    ['HAVING', clause(grammar, 'HAVING')],
  ].map(([word, sql]) => (sql === '' ? '' : ` ${word} ${sql}`));
  const selection = `SELECT ${distinct}${columns}${from}${clauses.join('')}${windowClause(grammar)}`;
  let isFilled = false;
  const order = orderClause(grammar, () => {
    const fill = fillOf(grammar);
    isFilled ||= fill !== '';
    return fill;
  });
  // The engine counts the rows before it fills in others.
  const interpolated = isFilled ? interpolateClause(grammar) : '';
  const { by, limit, offset } = limits(grammar);
  const isWrapped = by !== '' || distinct !== '' || isFilled;
  return {
    sql: selection + order + interpolated + by,
    limit,
    offset,
    isOrdered: order !== '',
    isWrapped,
  };
}

const clause = ({ tokens, expression }: Grammar, word: string): string =>
  tokens.accepts(word) ? expression() : '';

/** `*`, `table.*`, both `EXCEPT (column)`, or an expression with its alias. */
function selected(grammar: Grammar): string {
  const { tokens } = grammar;
  if (tokens.accepts('*')) {
    grammar.growth.all();
    return `*${exceptClause(grammar)}`;
  }
  if (tokens.peek(1).text === '.' && tokens.peek(2).text === '*') {
    const table = quoteName(takeName(grammar, 'a table'));
    tokens.expect('.', '*');
    grammar.growth.all();
    return `${table}.*${exceptClause(grammar)}`;
  }
  return grammar.growth.named(() => grammar.expression() + aliasOf(grammar));
}

/** Columns to leave out; before a query, EXCEPT is the set operator. */
function exceptClause(grammar: Grammar): string {
  const { tokens } = grammar;
  const isBracketed = tokens.sees('EXCEPT', '(');
  if (!tokens.sees('EXCEPT') || !isName(tokens.peek(isBracketed ? 2 : 1))) return '';
  tokens.expect(...(isBracketed ? ['EXCEPT', '('] : ['EXCEPT']));
  const column = () => quoteName(takeName(grammar, 'a column'));
  const columns = isBracketed ? listOf(tokens, column) : [column()];
  if (isBracketed) tokens.expect(')');
  return ` EXCEPT (${columns.join(', ')})`;
}

function withClause(grammar: Grammar): string {
  const { tokens, ctes, growth } = grammar;
  if (!tokens.accepts('WITH')) return '';
  if (tokens.sees('RECURSIVE')) return tokens.fail('recursive queries are not supported');
  const parts = listOf(tokens, () => {
    if (!isName(tokens.peek()) || !isBracketAfterAs(grammar)) {
      return growth.namedByWith(() => namedValue(grammar));
    }
    const token = tokens.peek();
    const name = nameInWith(grammar);
    tokens.expect('AS');
    const { sql, cte } = ctes.measured(() => growth.deferred(() => bracketedQuery(grammar)));
    if (!ctes.add(name, { ...cte, columns: growth.last() }))
      return tokens.fail('two queries have this name', token);
    return `${quoteName(cte.internalName)} AS (${sql})`;
  });
  return `WITH ${parts.join(', ')} `;
}

/** What names a query: `name AS (`. */
const isBracketAfterAs = ({ tokens }: Grammar): boolean =>
  tokens.peek(1).text.toUpperCase() === 'AS' && tokens.peek(2).text === '(';

/** `today() - 7 AS start`: a name for a value, known in the queries inside as well. */
function namedValue(grammar: Grammar): string {
  const token = grammar.tokens.peek();
  const isText = token.kind === 'string' && grammar.tokens.peek(1).text.toUpperCase() === 'AS';
  const value = grammar.expression();
  grammar.tokens.expect('AS');
  const name = nameInWith(grammar);
  grammar.ctes.addValue(name, isText ? token.value : undefined);
  return value + asName(name);
}

/** A name that WITH gives. The engine looks among these for tables, too, so it must not be that of a view. */
function nameInWith(grammar: Grammar): string {
  const token = grammar.tokens.peek();
  const name = takeName(grammar, 'a name');
  return grammar.views.has(name)
    ? grammar.tokens.fail('this is the name of a table: choose another name', token)
    : name;
}

/** `LIMIT 1 BY address LIMIT 10 OFFSET 20`, `LIMIT 20, 10`. */
function limits(grammar: Grammar) {
  const { tokens } = grammar;
  const start = tokens.accepts('LIMIT') ? range(grammar) : undefined;
  if (start === undefined || !tokens.accepts('BY')) {
    return { by: '', limit: start?.limit, offset: start?.offset ?? offsetOf(grammar) };
  }
  const columns = listOf(tokens, grammar.expression).join(', ');
  const end = tokens.accepts('LIMIT') ? range(grammar) : undefined;
  return {
    by: `${limitClause(start.limit, start.offset)} BY ${columns}`,
    limit: end?.limit,
    offset: end?.offset ?? offsetOf(grammar),
  };
}

function range(grammar: Grammar): { limit: number; offset: number | undefined } {
  const first = whole(grammar);
  if (grammar.tokens.sees('WITH', 'TIES')) {
    return grammar.tokens.fail(
      'WITH TIES is not supported: filter by rank() OVER (ORDER BY ...) instead',
    );
  }
  if (grammar.tokens.accepts(',')) return { limit: whole(grammar), offset: first };
  return { limit: first, offset: offsetOf(grammar) };
}

const offsetOf = (grammar: Grammar): number | undefined =>
  grammar.tokens.accepts('OFFSET') ? whole(grammar) : undefined;

function whole({ tokens }: Grammar): number {
  const token = tokens.take();
  if (token.kind === 'number' && /^\d{1,12}$/.test(token.value)) return Number(token.value);
  return tokens.fail('a whole number is expected here', token);
}
