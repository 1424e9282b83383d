// Requests are counted in time windows, and refused above the limit.
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/server/http/rate-limit.js';
import { createCleanup } from '../../support/cleanup.js';
import { anEvent, startApp } from './app-under-test.js';

const cleanUp = createCleanup();

describe('createRateLimiter', () => {
  it('refuses above the limit, and starts again with the next window', () => {
    let now = 0;
    const limiter = createRateLimiter([{ ms: 1_000, limit: 2 }], () => now);
    expect(limiter.take('a')).toMatchObject({ limit: 2, remaining: 1, isExceeded: false });
    now = 400;
    expect(limiter.take('a')).toMatchObject({ remaining: 0, isExceeded: false, resetSeconds: 1 });
    expect(limiter.take('a')).toMatchObject({ remaining: 0, isExceeded: true });
    expect(limiter.take('b')).toMatchObject({ remaining: 1, isExceeded: false });
    now = 1_000;
    expect(limiter.take('a')).toMatchObject({ remaining: 1, isExceeded: false });
  });

  it('reports the window with the least remaining, and does not count refused requests', () => {
    let now = 0;
    const limiter = createRateLimiter(
      [
        { ms: 1_000, limit: 2 },
        { ms: 10_000, limit: 3 },
      ],
      () => now,
    );
    limiter.take('a');
    limiter.take('a');
    for (let i = 0; i < 5; i++) expect(limiter.take('a')?.isExceeded).toBe(true);
    now = 1_000;
    expect(limiter.take('a')).toEqual({
      limit: 3,
      windowSeconds: 10,
      remaining: 0,
      resetSeconds: 9,
      isExceeded: false,
    });
    expect(limiter.look('a')).toMatchObject({ isExceeded: true, resetSeconds: 9 });
    now = 1_400;
    // Rounded up: after 8 seconds, the request would be refused again.
    expect(limiter.look('a')).toMatchObject({ isExceeded: true, resetSeconds: 9 });
    now = 2_001;
    expect(limiter.look('a')).toMatchObject({ isExceeded: true, resetSeconds: 8 });
  });

  it.each([
    ['first', [1_000, 10_000]],
    ['last', [10_000, 1_000]],
  ])('reports the exceeded window that ends last (with the short one %s)', (_, lengths) => {
    const limiter = createRateLimiter(
      lengths.map((ms) => ({ ms, limit: 1 })),
      () => 0,
    );
    limiter.take('a');
    expect(limiter.take('a')).toMatchObject({ isExceeded: true, resetSeconds: 10 });
  });

  it('is off at 0', () => {
    expect(createRateLimiter([{ ms: 1_000, limit: 0 }]).take('a')).toBeUndefined();
  });
});

describe('over HTTP', () => {
  it('sends its headers with answers to API keys, and 429 with Retry-After above the limit', async () => {
    const app = await startApp({ perSecond: 2 });
    cleanUp(app.close);
    const lacking = app.addApiKey(['alerts:read']);
    const forbidden = await app.api('/v0/top_events', {
      headers: { authorization: `Bearer ${lacking}` },
    });
    expect(forbidden.status).toBe(403);
    expect(forbidden.headers.get('ratelimit-limit')).toBe('2');
    expect(forbidden.headers.get('ratelimit-remaining')).toBe('2');
    const first = await app.api('/v0/top_events');
    expect(first.headers.get('ratelimit-limit')).toBe('2');
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    expect((await app.api('/v0/top_events?limit=0')).status).toBe(400);
    const refused = await app.api('/v0/top_events');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'));
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'TOO_MANY_REQUESTS',
        message: expect.stringMatching(/sent more than 2 requests in 60 s\. Wait \d+ s\.$/),
      },
    });
    expect((await app.send(JSON.stringify([anEvent()]))).status).toBe(200);
  });

  it('answers the events endpoint with 429 in its plain error format', async () => {
    const app = await startApp({ eventRequestsPerSecond: 1 });
    cleanUp(app.close);
    expect((await app.send(JSON.stringify([anEvent()]))).status).toBe(200);
    const refused = await app.send(JSON.stringify([anEvent()]));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toEqual({ error: expect.any(String) });
  });
});
