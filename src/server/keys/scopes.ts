// Reads the scopes wanted for a new API key (decision N-67).
import { SCOPES, type Scope } from '../../protocol/scopes.js';
import { DomainError } from '../errors/domain-error.js';

/** In the order of the table of scopes, each once; `all` stands for every one. */
export function readScopes(wanted: readonly string[]): readonly Scope[] {
  const names = new Set(wanted.map((name) => name.trim()).filter((name) => name !== ''));
  if (names.has('all')) return SCOPES;
  const unknown = [...names].filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0 || names.size === 0) {
    const fault =
      names.size === 0 ? 'A key needs at least one scope' : `Unknown scope: ${unknown.join(', ')}`;
    throw new DomainError('BAD_REQUEST', `${fault}. The scopes are all, ${SCOPES.join(', ')}.`);
  }
  for (const name of [...names]) names.add(name.replace(/:write$/, ':read'));
  return SCOPES.filter((scope) => names.has(scope));
}
