// Errors for a server that cannot be reached, and which requests are repeated for how long.
import { expect, it, onTestFinished } from 'vitest';
import { createPostBatch } from '../../../src/server/send/post-batch.js';

const answerBy = (answer: typeof globalThis.fetch): void => {
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  globalThis.fetch = answer;
};

const sending = (options: { giveUpAfterMs: number; signal?: AbortSignal }) => {
  const waits: number[] = [];
  const post = createPostBatch({
    host: 'http://localhost:4318',
    writeKey: 'key',
    signal: new AbortController().signal,
    onFailed: () => {},
    onWait: (waitMs) => waits.push(waitMs),
    pause: async () => {},
    ...options,
  });
  return { post, waits };
};

it.each([
  ['with its reason', new Error('connect ECONNREFUSED ::1:4318'), 'connect ECONNREFUSED ::1:4318'],
  [
    'with a code only, when Node reports several addresses',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
])('reports that the server cannot be reached, %s', async (_, cause, said) => {
  answerBy(async () => {
    throw new TypeError('fetch failed', { cause });
  });
  const { post } = sending({ giveUpAfterMs: 0 });
  await expect(post([{ line: 1, json: '{}' }])).rejects.toThrow(
    `http://localhost:4318/v0/raw_events could not be reached (fetch failed: ${said}). Is this the URL of the server?`,
  );
});

it('explains that the server has no TLS, in place of the error of OpenSSL', async () => {
  answerBy(async () => {
    const cause = new Error('80EC2E:error:0A00010B:SSL routines:wrong version number:ssl3.c:350:');
    throw new TypeError('fetch failed', { cause });
  });
  const { post } = sending({ giveUpAfterMs: 0 });
  await expect(post([{ line: 1, json: '{}' }])).rejects.toThrow(
    'could not be reached (it does not use TLS: use http: instead of https:). Is this the URL of the server?',
  );
});

const busy = async () => new Response('', { status: 503, headers: { 'retry-after': '10' } });

it('fails on a redirect and does not follow it, which would change the POST to a GET', async () => {
  let asked: RequestInit | undefined;
  answerBy(async (_, init) => {
    asked = init;
    return new Response(null, { status: 301, headers: { location: 'https://www.example.com' } });
  });
  const { post } = sending({ giveUpAfterMs: 0 });
  await expect(post([{ line: 1, json: '{}' }])).rejects.toThrow(
    'answered 301. Is this the URL of the server? Set another with --url or CHAINTRAIL_URL',
  );
  expect(asked).toMatchObject({ method: 'POST', redirect: 'manual' });
});

it('waits as long as Retry-After says, and gives up at once if that is too long', async () => {
  const answers = [busy, async () => new Response('{"successful_rows":1,"quarantined_rows":0}')];
  answerBy(async () => (answers.shift() ?? busy)());
  const patient = sending({ giveUpAfterMs: 60_000 });
  expect(await patient.post([{ line: 1, json: '{}' }])).toMatchObject({ sent: 1 });
  expect(patient.waits).toEqual([10_000]);
  const hasty = sending({ giveUpAfterMs: 9_000 });
  await expect(hasty.post([{ line: 1, json: '{}' }])).rejects.toThrow(/answered 503$/);
  expect(hasty.waits).toEqual([]);
});

it('does not repeat a request after an interruption', async () => {
  const interrupt = new AbortController();
  answerBy(() => {
    interrupt.abort();
    return busy();
  });
  const { post, waits } = sending({ giveUpAfterMs: 60_000, signal: interrupt.signal });
  await expect(post([{ line: 1, json: '{}' }])).rejects.toThrow('it was interrupted');
  expect(waits).toEqual([]);
});
