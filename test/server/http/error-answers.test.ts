// Errors of a database that is busy or away are answered with 503 and Retry-After, whichever operation meets them.
import { describe, expect, it } from 'vitest';
import { clickhouseError } from '../../../src/server/database/analytics/clickhouse-errors.js';
import { toDomainError } from '../../../src/server/http/error-answers.js';

/** As the client throws it. */
const thrown = (code: string, message: string): Error =>
  Object.assign(new Error(message), { code, type: 'OF_THE_ENGINE' });

describe('an error of ClickHouse that passes', () => {
  it.each([
    ['202', 'Too many simultaneous queries. Maximum: 100.'],
    ['241', '(total) memory limit exceeded: would use 13.20 GiB.'],
    ['242', 'Table is in readonly mode (replica path: /secret).'],
    [
      '252',
      'Too many parts (3000) in table secret. Merges are processing significantly slower than inserts.',
    ],
  ])('%s is SERVICE_UNAVAILABLE, without its text', (code, message) => {
    const error = toDomainError(clickhouseError(thrown(code, message)));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', fields: { retryAfterSeconds: 5 } });
    expect(error.message).not.toContain(message);
  });
});

it('one that does not pass is INTERNAL_SERVER_ERROR', () => {
  const own = 'memory limit exceeded: would use 1.20 GiB.';
  for (const error of [thrown('241', own), thrown('60', 'Table secret does not exist.')]) {
    expect(toDomainError(clickhouseError(error))).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      message: 'An unexpected error occurred.',
    });
  }
});
