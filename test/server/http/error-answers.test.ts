// Errors of a database that is busy or away are answered with 503 and Retry-After, whichever operation meets them.
import { describe, expect, it } from 'vitest';
import { clickhouseError } from '../../../src/server/database/analytics/clickhouse-errors.js';
import { postgresError } from '../../../src/server/database/application/postgres-errors.js';
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
    ['159', 'Timeout exceeded: elapsed 300.1 seconds, maximum: 300.'],
    ['341', 'Mutation is not finished because some replicas of secret are inactive right now.'],
    ['394', 'Query was cancelled.'],
    ['745', 'CPU is overloaded, CPU is waiting for execution way more than executing.'],
  ])('%s is SERVICE_UNAVAILABLE, without its text', (code, message) => {
    const error = toDomainError(clickhouseError(thrown(code, message)));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', fields: { retryAfterSeconds: 5 } });
    expect(error.message).not.toContain(message);
  });
});

describe('an error of Postgres that passes', () => {
  it.each([
    ['25P03', 'terminating connection due to idle-in-transaction timeout'],
    ['40001', 'could not serialize access to secret due to concurrent update'],
    ['40P01', 'deadlock detected in secret'],
    ['53300', 'remaining connection slots are reserved for secret'],
    ['57P01', 'terminating connection due to administrator command'],
  ])('%s is SERVICE_UNAVAILABLE, without its text', (code, message) => {
    const error = toDomainError(
      postgresError(Object.assign(new Error(message), { code, severity: 'ERROR' })),
    );
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
