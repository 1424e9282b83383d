// The reason of a failed connection is given even where Node's error has no message: for a host with several addresses.
import { expect, it } from 'vitest';
import { createSendHttp } from '../../../src/server/alerts/deliver/send-http.js';
import { clickhouseError } from '../../../src/server/database/analytics/clickhouse-errors.js';
import { postgresError } from '../../../src/server/database/application/postgres-errors.js';
import { reasonOf } from '../../../src/server/errors/reason-of.js';
import { message } from '../alerts/message.js';

/** The error that Node throws for such a host. */
const REFUSED = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
it.each([
  [REFUSED, 'ECONNREFUSED'],
  [new Error('connect ECONNREFUSED ::1:5432'), 'connect ECONNREFUSED ::1:5432'],
  [new TypeError(), 'TypeError'],
  ['thrown', 'thrown'],
])('the reason of %s is %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

it('the reason is in the result of a delivery', async () => {
  const send = createSendHttp({
    allowPrivate: true,
    now: Date.now,
    resolve: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  });
  // Nobody listens on this port, which only root could.
  const webhook = message({ type: 'webhook', target: 'http://hook.example:1/' });
  expect(await send(webhook, new AbortController().signal)).toEqual({
    kind: 'retry',
    error: 'ECONNREFUSED',
  });
});

it.each([postgresError, clickhouseError])(
  'the reason is in the error of a database that cannot be reached: %o',
  (ofPort) => {
    expect(ofPort(REFUSED).message).toMatch(/: ECONNREFUSED$/);
  },
);
