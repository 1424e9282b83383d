// FROM: the workspace's own views, the queries that WITH named, subqueries, and their joins.
import { bracketedQuery } from './calls.js';
import { aliasOf, asName, type Grammar, isName, listOf, quoteName, takeName } from './grammar.js';
import { storedColumns } from './growth.js';

const JOIN_WORDS = [
  'ANY',
  'ALL',
  'SEMI',
  'ANTI',
  'ASOF',
  'INNER',
  'LEFT',
  'RIGHT',
  'FULL',
  'OUTER',
];

/** ` FROM ...` with its joins, or nothing. */
export function fromClause(grammar: Grammar): string {
  const { tokens } = grammar;
  if (!tokens.accepts('FROM')) return '';
  const parts = [table(grammar)];
  for (;;) {
    const next = arrayJoin(grammar) ?? join(grammar);
    if (next === undefined) break;
    parts.push(next);
  }
  return ` FROM ${parts.join(' ')}`;
}

function table(grammar: Grammar): string {
  const { tokens, ctes, growth, views } = grammar;
  if (tokens.peek().text === '(') {
    const sql = bracketedQuery(grammar);
    growth.read(growth.last(), false);
    return `(${sql})${tableAlias(grammar)}`;
  }
  const token = tokens.peek();
  const name = takeName(grammar, 'a table');
  if (tokens.peek().text === '(') return tokens.fail('table functions are not supported', token);
  const view = views.get(name);
  const cte = ctes.find(name);
  if (view === undefined && cte === undefined) {
    return tokens.fail(
      `there is no such table; the tables are ${[...views.keys()].join(', ')}`,
      token,
    );
  }
  if (tokens.peek().text === '.')
    return tokens.fail('a table name must not have a database before it', tokens.peek());
  if (!ctes.read(cte?.tables ?? 1)) return tokens.fail('the query reads too many tables', token);
  growth.read(cte?.columns ?? storedColumns(view?.columns ?? []), true);
  if (view === undefined) return quoteName(cte?.internalName ?? '') + tableAlias(grammar, name);
  const source = `(${view.sql})${tableAlias(grammar, name)}`;
  // FINAL is taken and left out: views never show replaced rows, with or without it.
  tokens.accepts('FINAL');
  return source;
}

/** ` AS name`, remembered as the name of a table. */
function tableAlias(grammar: Grammar, otherwise?: string): string {
  const isGiven = grammar.tokens.accepts('AS') || isName(grammar.tokens.peek());
  const name = isGiven ? takeName(grammar, 'an alias') : otherwise;
  if (name === undefined) return '';
  grammar.tableNames.add(name);
  return asName(name);
}

function join(grammar: Grammar): string | undefined {
  const { tokens } = grammar;
  if (tokens.accepts(',') || tokens.accepts('CROSS', 'JOIN')) return `CROSS JOIN ${table(grammar)}`;
  const words: string[] = [];
  for (;;) {
    const word = JOIN_WORDS.find((one) => tokens.accepts(one));
    if (word === undefined) break;
    words.push(word);
  }
  if (words.length === 0 && !tokens.sees('JOIN')) return undefined;
  tokens.expect('JOIN');
  const right = table(grammar);
  return `${[...words, 'JOIN'].join(' ')} ${right} ${joinCondition(grammar)}`;
}

function joinCondition(grammar: Grammar): string {
  const { tokens } = grammar;
  if (tokens.accepts('USING')) {
    const isBracketed = tokens.accepts('(');
    const names = listOf(tokens, () => quoteName(takeName(grammar, 'a column')));
    if (isBracketed) tokens.expect(')');
    return `USING (${names.join(', ')})`;
  }
  tokens.expect('ON');
  return `ON ${grammar.expression()}`;
}

function arrayJoin(grammar: Grammar): string | undefined {
  const { tokens } = grammar;
  const isLeft = tokens.accepts('LEFT', 'ARRAY', 'JOIN');
  if (!isLeft && !tokens.accepts('ARRAY', 'JOIN')) return undefined;
  const parts = listOf(tokens, () => {
    // A bare name is always a column's here, and needs no alias.
    const isColumn = isName(tokens.peek());
    const value = grammar.expression();
    const alias = aliasOf(grammar);
    if (!isColumn && alias === '') return tokens.fail('ARRAY JOIN requires AS and a name here');
    return value + alias;
  });
  return `${isLeft ? 'LEFT ' : ''}ARRAY JOIN ${parts.join(', ')}`;
}
