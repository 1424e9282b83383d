// Cuts a query into tokens; a character that no token begins with is refused where it stands.
import { type RefuseAt, refuse } from './refuse.js';

export interface Token {
  /** `word`: a keyword or name; `name`: a quoted name; `parameter`: its name in braces. */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'parameter' | 'symbol' | 'end';
  /** As it stands in the query, for messages and to compare symbols with. */
  readonly text: string;
  /** Without quotes and escapes; of a number its decimal digits. */
  readonly value: string;
  /** Where it begins in the query. */
  readonly at: number;
}

const MOST_TOKENS = 5_000;

const SPACE = /\s+/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+)?(?![A-Za-z0-9_])/y;
/** As long as the engine's longest integers. */
const BINARY = /0(?:[xX][0-9A-Fa-f]{1,64}|[bB][01]{1,256})(?![A-Za-z0-9_])/y;
const STRING = /'(?:[^'\\]|\\[\s\S]|'')*'/y;
const QUOTED = /(?:"[^"\\`]+"|`[^"\\`]+`)(?!["`])/y;
/** The type `Date` may be given with it, as in the engine's own notation. */
const PARAMETER = /\{\s*(?:date_from|date_to)\s*(?::\s*Date\s*)?\}/y;
const SYMBOL = /->|::|<=>|<=|>=|!=|<>|==|\|\||[()[\],.+\-*/%<>=;?:]/y;

export const PARAMETERS = 'the only parameters are {date_from} and {date_to}';

/** What people write that other dialects take, each with why it is not taken here. */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/--|\/\*|#/y, 'comments are not supported'],
  [/[{}$@]/y, `${PARAMETERS}: write any other value itself`],
  [/'/y, 'this string has no closing quote'],
  [/["`]/y, 'this name has no closing quote, or contains a quote or backslash'],
  [/\d/y, 'this is neither a number nor a name (a name begins with a letter)'],
];

const ESCAPED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  a: '\x07',
  v: '\v',
  e: '\x1b',
  N: '',
  '0': '\0',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '/': '/',
  '=': '=',
};

/** @throws {DomainError} BAD_REQUEST at the first character that begins no token */
export function tokenize(
  query: string,
  refuseAt: RefuseAt = (place, why) => refuse(query, place, why),
): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const read = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(query)?.[0];
  };
  for (;;) {
    at += read(SPACE)?.length ?? 0;
    if (at >= query.length) break;
    const token = parameter(read, at) ?? (isRefused(read) ? undefined : next(read, at));
    if (token === undefined) throw refuseAt(at, reason(read));
    if (tokens.length >= MOST_TOKENS) throw refuseAt(at, 'the query is too long');
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', value: '', at: query.length }];
}

type Read = (pattern: RegExp) => string | undefined;

function parameter(read: Read, at: number): Token | undefined {
  const text = read(PARAMETER);
  const value = text?.match(/\w+/)?.[0];
  return text && value ? { kind: 'parameter', text, value, at } : undefined;
}

/** Checked before any other token: one `-` is a symbol, but two of them begin a comment. */
const isRefused = (read: Read): boolean =>
  REFUSED.slice(0, 2).some(([pattern]) => read(pattern) !== undefined);

function next(read: Read, at: number): Token | undefined {
  const word = read(WORD);
  if (word !== undefined) return { kind: 'word', text: word, value: word, at };
  const number = read(NUMBER);
  if (number !== undefined) {
    return { kind: 'number', text: number, value: number.replaceAll('_', ''), at };
  }
  const binary = read(BINARY);
  if (binary !== undefined) {
    return { kind: 'number', text: binary, value: BigInt(binary).toString(), at };
  }
  const string = read(STRING);
  if (string !== undefined) return { kind: 'string', text: string, value: unescaped(string), at };
  const quoted = read(QUOTED);
  if (quoted !== undefined) {
    return { kind: 'name', text: quoted, value: quoted.slice(1, -1), at };
  }
  const symbol = read(SYMBOL);
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, value: symbol, at };
  return undefined;
}

const reason = (read: Read): string =>
  REFUSED.find(([pattern]) => read(pattern) !== undefined)?.[1] ??
  'this character is not supported';

/**
 * As ClickHouse reads it: an unknown escape keeps its backslash, as `\%` of LIKE needs, unless a control character
 * such as the end of a line follows.
 */
const unescaped = (string: string): string =>
  string
    .slice(1, -1)
    .replace(/''|((?:\\x[0-9A-Fa-f]{2})+)|\\([\s\S])/g, (all, bytes?: string, escaped?: string) => {
      if (bytes !== undefined) return textOf(bytes) ?? all;
      if (escaped === undefined) return "'";
      return ESCAPED[escaped] ?? (escaped < ' ' ? escaped : all);
    });

/** `\xE2\x82\xAC` is one character; `undefined` for bytes that are not UTF-8. */
function textOf(bytes: string): string | undefined {
  const text = Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString();
  return text.includes('\uFFFD') ? undefined : text;
}
