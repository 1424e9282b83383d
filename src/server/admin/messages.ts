// The protocol of the admin channel: one line of JSON each way, then the connection ends.
import { join } from 'node:path';
import { ERROR_STATUS, type ErrorCode } from '../../protocol/errors.js';
import { DomainError } from '../errors/domain-error.js';
import { parseJson } from '../parse-json.js';

export interface AdminRequest {
  readonly operation: string;
  readonly params: unknown;
}

export type AdminAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

/** The folder of the socket. It is closed to other users, so that they cannot connect. */
export const adminFolder = (dataDirectory: string): string => join(dataDirectory, 'admin');

/** A socket, or a link to one, in the data folder. */
export const adminSocket = (dataDirectory: string): string =>
  join(adminFolder(dataDirectory), 'socket');

/** @throws {DomainError} for a request that cannot be read */
export function parseRequest(line: string): AdminRequest {
  const value = parseJson<unknown>(line);
  if (typeof value === 'object' && value !== null && 'operation' in value) {
    const { operation } = value;
    const params = 'params' in value ? value.params : {};
    if (typeof operation === 'string') return { operation, params };
  }
  throw new DomainError('BAD_REQUEST', 'Send one line of JSON: {"operation":"…","params":{}}.');
}

/** The parsed answer; `undefined` for a line that is not one. */
export function parseAnswer(line: string): AdminAnswer | undefined {
  const value = parseJson<unknown>(line);
  if (typeof value !== 'object' || value === null || !('ok' in value)) return undefined;
  if (value.ok === true) return { ok: true, result: 'result' in value ? value.result : null };
  const { code, message } = { code: '', message: '', ...value };
  return {
    ok: false,
    code: Object.hasOwn(ERROR_STATUS, code) ? (code as ErrorCode) : 'INTERNAL_SERVER_ERROR',
    message: String(message),
  };
}
