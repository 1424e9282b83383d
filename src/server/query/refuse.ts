// The refusal of a query: what is wrong, at which word, where.
import { DomainError } from '../errors/domain-error.js';

const PARAM = 'body.query';
const MOST_SHOWN = 40;

/** Makes the refusal of a text at the token that begins there. */
export type RefuseAt = (at: number, why: string) => DomainError;

/** @param at where the offending token begins */
export function refuse(query: string, at: number, why: string): DomainError {
  const before = query.slice(0, at).split('\n');
  const word = /^(?:\w+|\s*\S)/.exec(query.slice(at))?.[0]?.slice(0, MOST_SHOWN) ?? '';
  const what = word === '' ? 'the end of the query' : `"${word}"`;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return wrongQuery(`Line ${before.length}, column ${column}, at ${what}: ${why}.`);
}

export const wrongQuery = (message: string, cause?: unknown): DomainError =>
  new DomainError('BAD_REQUEST', message, {
    param: PARAM,
    ...(cause === undefined ? {} : { cause }),
  });
