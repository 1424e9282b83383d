// Why a connection failed is said also where Node has no words for it: of a host with several addresses.
import { expect, it } from 'vitest';
import { createSendHttp } from '../../src/server/alerts/deliver/send-http.js';
import { clickhouseError } from '../../src/server/database/analytics/clickhouse-errors.js';
import { postgresError } from '../../src/server/database/application/postgres-errors.js';
import { reasonOf } from '../../src/server/reason-of.js';
import { unusedPort } from '../support/unused-port.js';
import { message } from './alerts/message.js';

/** As Node throws it. */
const REFUSED = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
it.each([
  [REFUSED, 'ECONNREFUSED'],
  [new Error('connect ECONNREFUSED ::1:5432'), 'connect ECONNREFUSED ::1:5432'],
  [new TypeError(), 'TypeError'],
  ['thrown', 'thrown'],
])('of %s it is %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});

it('is in the log of deliveries', async () => {
  const send = createSendHttp({
    allowPrivate: true,
    now: Date.now,
    resolve: async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ],
  });
  const webhook = message({
    type: 'webhook',
    target: `http://hook.example:${await unusedPort()}/`,
  });
  expect(await send(webhook, new AbortController().signal)).toEqual({
    kind: 'retry',
    error: 'ECONNREFUSED',
  });
});

it.each([postgresError, clickhouseError])('is said of a database that is away: %o', (ofPort) => {
  expect(ofPort(REFUSED).message).toMatch(/: ECONNREFUSED$/);
});
