// The id of a request: the caller's own when it is well formed, else a new one (decision N-80).
import { randomBytes } from 'node:crypto';

const WELL_FORMED = /^[A-Za-z0-9._~:-]{1,128}$/;

export function requestIdOf(given: string | readonly string[] | undefined): string {
  if (typeof given === 'string' && WELL_FORMED.test(given)) return given;
  return `req_${randomBytes(12).toString('hex')}`;
}
