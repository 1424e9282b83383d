// How answers to sent events are read: only the endpoint itself may reject events, not a proxy before it.
import { expect, it } from 'vitest';
import { readSendResult } from '../../src/net/send-result.js';

it.each([
  [200, { kind: 'delivered' }],
  [202, { kind: 'delivered' }],
  [204, { kind: 'delivered' }],
  [422, { kind: 'rejected', reason: 'invalid', detail: 'said' }],
  [400, { kind: 'rejected', reason: 'invalid', detail: 'said' }],
  [415, { kind: 'rejected', reason: 'invalid', detail: 'said' }],
  [401, { kind: 'rejected', reason: 'unauthorized', detail: 'said' }],
  [403, { kind: 'rejected', reason: 'unauthorized', detail: 'said' }],
  [413, { kind: 'tooLarge' }],
  [429, { kind: 'retry' }],
  [503, { kind: 'retry' }],
  [302, { kind: 'retry' }],
  [404, { kind: 'retry' }],
  [410, { kind: 'retry' }],
  [0, { kind: 'retry' }],
])('reads the status %i', (status, meaning) => {
  expect(readSendResult({ status, body: '{"error":"said"}' })).toEqual(meaning);
});

it.each([
  ['{"successful_rows":1,"quarantined_rows":2}', { kind: 'delivered', refused: 2 }],
  ['{"successful_rows":3,"quarantined_rows":0}', { kind: 'delivered', refused: 0 }],
  ['{"success":true}', { kind: 'delivered' }],
  ['OK', { kind: 'delivered' }],
  ['', { kind: 'delivered' }],
  ['null', { kind: 'delivered' }],
])('reads the number of quarantined events from the body %s', (body, meaning) => {
  expect(readSendResult({ status: 200, body })).toEqual(meaning);
});

it.each([
  [200, '<!doctype html><title>my app</title>'],
  [200, '\n<html>offline</html>'],
  [400, '<html><center><h1>400 Bad Request</h1></center><hr><center>nginx</center></html>'],
  [401, '<html>log in</html>'],
  [403, '<!doctype html><title>Just a moment...</title>'],
  [415, '<html>proxy</html>'],
  [422, '<html>proxy</html>'],
  // These come from any Go server at its TLS port, from Cloudflare, Envoy, API Gateway and others.
  [400, 'Client sent an HTTP request to an HTTPS server.\n'],
  [400, ''],
  [403, 'error code: 1020'],
  [403, 'RBAC: access denied'],
  [403, '{"message":"Forbidden"}'],
  [401, ''],
])('retries after %i with a body that is not of the endpoint: %j', (status, body) => {
  expect(readSendResult({ status, body })).toEqual({ kind: 'retry' });
});

it('splits the batch after a 413 of a proxy, because a smaller request may pass it', () => {
  expect(readSendResult({ status: 413, body: '<html>nginx</html>' })).toEqual({ kind: 'tooLarge' });
});

it('reads Retry-After in seconds and as a date, measured by the Date header of the server', () => {
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  const retryAfter = 'Thu, 01 Jan 2026 00:00:09 GMT';
  const later = { kind: 'retry', afterMs: 9_000 };
  expect(readSendResult({ status: 503, retryAfter, date, body: '' })).toEqual(later);
  expect(readSendResult({ status: 429, retryAfter: '9', body: '' })).toEqual(later);
});

it('tells a delay of 0 from a missing Retry-After', () => {
  const now = { kind: 'retry', afterMs: 0 };
  expect(readSendResult({ status: 503, retryAfter: '0', body: '' })).toEqual(now);
  const retryAfter = 'Thu, 01 Jan 1970 00:00:00 GMT';
  expect(readSendResult({ status: 503, retryAfter, body: '' })).toEqual(now);
});

it.each([
  [200, { kind: 'delivered' }],
  [400, { kind: 'rejected', reason: 'invalid' }],
  [401, { kind: 'rejected', reason: 'unauthorized' }],
  [404, { kind: 'retry' }],
])('trusts the status %i where the body is not available', (status, meaning) => {
  expect(readSendResult({ status, body: undefined })).toMatchObject(meaning);
});

it('limits Retry-After to one hour, because stored events expire', () => {
  const hour = { kind: 'retry', afterMs: 3_600_000 };
  expect(readSendResult({ status: 503, retryAfter: '31536000', body: '' })).toEqual(hour);
});

it('takes the detail from the message in the error envelope, too', () => {
  const body = '{"error":{"message":"in an envelope"}}';
  expect(readSendResult({ status: 400, body })).toMatchObject({ detail: 'in an envelope' });
});
