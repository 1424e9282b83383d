// Walks over the tokens of a query, one ahead.
import { type RefuseAt, refuse } from './refuse.js';
import { type Token, tokenize } from './tokenize.js';

export interface TokenReader {
  /** The token `ahead` of the next one, which is 0. */
  peek(ahead?: number): Token;
  take(): Token;
  /** Whether the next tokens are these words or symbols; words in any letter case. */
  sees(...expected: readonly string[]): boolean;
  /** Takes them if they are next. */
  accepts(...expected: readonly string[]): boolean;
  expect(...expected: readonly string[]): void;
  /** Throws a refusal at the next token, or at another one. */
  fail(why: string, token?: Token): never;
  /** Runs `parse` one level deeper, within what the stack and the engine bear. */
  nested<T>(parse: () => T): T;
}

const MOST_LEVELS = 60;

/**
 * @param refuseAt default: names the place in this text
 * @throws {DomainError} BAD_REQUEST for characters without meaning
 */
export function createTokenReader(
  query: string,
  refuseAt: RefuseAt = (at, why) => refuse(query, at, why),
): TokenReader {
  const tokens = tokenize(query, refuseAt);
  const last = tokens.length - 1;
  let position = 0;
  let level = 0;

  const peek = (ahead = 0): Token => {
    const token = tokens[Math.min(position + ahead, last)];
    if (token === undefined) throw new Error('A tokenized query has an end.');
    return token;
  };
  const take = (): Token => {
    const token = peek();
    position = Math.min(position + 1, last);
    return token;
  };
  const sees = (...expected: readonly string[]): boolean =>
    expected.every((text, index) => isThis(peek(index), text));
  const accepts = (...expected: readonly string[]): boolean => {
    if (!sees(...expected)) return false;
    position += expected.length;
    return true;
  };
  const fail = (why: string, token = peek()): never => {
    throw refuseAt(token.at, why);
  };
  return {
    peek,
    take,
    sees,
    accepts,
    fail,
    expect(...expected) {
      if (!accepts(...expected)) fail(`${expected.join(' ')} is expected here`);
    },
    nested(parse) {
      level += 1;
      if (level > MOST_LEVELS) fail(`the query is nested deeper than ${MOST_LEVELS} levels`);
      try {
        return parse();
      } finally {
        level -= 1;
      }
    },
  };
}

const isThis = ({ kind, text }: Token, expected: string): boolean =>
  (kind === 'symbol' && text === expected) ||
  (kind === 'word' && text.toUpperCase() === expected.toUpperCase());
