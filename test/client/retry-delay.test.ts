// How long a call waits before its retry.
import { expect, it } from 'vitest';
import { Chaintrail } from '../../src/client/index.js';
import { retryDelayMs } from '../../src/client/retry-delay.js';
import { failure, scriptedServer } from './scripted-server.js';

const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
const now = Date.parse(date);

it.each([
  [{ 'retry-after': '7' }, 7_000],
  [{ 'retry-after': '60' }, 60_000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9_000],
  [{ 'retry-after': '3', 'ratelimit-reset': '5' }, 3_000],
  [{ 'ratelimit-reset': '5' }, 5_000],
  [{ 'ratelimit-reset': '5', 'ratelimit-remaining': '0' }, 5_000],
  [{ 'ratelimit-reset': String(now / 1_000 + 6) }, 6_000],
  [{ 'ratelimit-reset': String(now / 1_000 - 6) }, 0],
])('waits as %j says, measured by the Date header of the server', (headers, ms) => {
  expect(retryDelayMs(new Headers({ date, ...headers }), 0)).toBe(ms);
});

it.each([[{}], [{ date: 'today' }]])(
  'measures by its own clock when the answer has %j',
  (headers) => {
    const past = new Headers({ ...headers, 'retry-after': date });
    expect(retryDelayMs(past, 0)).toBe(0);
  },
);

it.each([
  undefined,
  new Headers({ 'retry-after': '61' }),
  new Headers({ 'retry-after': 'soon' }),
  new Headers({ 'ratelimit-reset': '604800' }),
  // Every answer has these headers; as long as requests remain, the failure has another reason.
  new Headers({ 'ratelimit-reset': '55', 'ratelimit-remaining': '97' }),
])('backs off exponentially when no sensible delay is given', (headers) => {
  [500, 1_000, 2_000, 4_000, 8_000, 8_000].forEach((most, attempt) => {
    const ms = retryDelayMs(headers, attempt);
    expect(ms).toBeLessThanOrEqual(most);
    expect(ms).toBeGreaterThanOrEqual(most * 0.75);
  });
});

it('waits half a second at most before the first retry, and logs the wait', async () => {
  const ends = new AbortController();
  const told: string[] = [];
  const tell = (message: string) => {
    told.push(message);
    ends.abort();
  };
  const { fetch } = scriptedServer(failure(503, 'SERVICE_UNAVAILABLE'));
  const logger = { debug: tell, info: tell, warn: tell, error: tell };
  const client = new Chaintrail({ apiKey: 'k', fetch, logger, logLevel: 'info' });
  await expect(client.get('/v0/x', { signal: ends.signal })).rejects.toThrow('by its signal');
  const [, ms] = /^chaintrail: trying GET \/v0\/x again in (\d+) ms$/.exec(told.join()) ?? [];
  expect(Number(ms)).toBeGreaterThanOrEqual(375);
  expect(Number(ms)).toBeLessThanOrEqual(500);
});
