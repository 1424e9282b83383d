// What is said of a server that is not reached.
import { expect, it, onTestFinished } from 'vitest';
import { createPostBatch } from '../../../src/server/send/post-batch.js';

it.each([
  ['with its reason', new Error('connect ECONNREFUSED ::1:4318'), 'connect ECONNREFUSED ::1:4318'],
  [
    'at none of its addresses, of which Node says a code alone',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'ECONNREFUSED',
  ],
])('says that a server is not reached, %s', async (_, cause, said) => {
  const { fetch } = globalThis;
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  globalThis.fetch = async () => {
    throw new TypeError('fetch failed', { cause });
  };
  const post = createPostBatch({
    host: 'http://localhost:4318',
    writeKey: 'key',
    giveUpAfterMs: 0,
    signal: new AbortController().signal,
    onFailed: () => {},
    onWait: () => {},
    pause: async () => {},
  });
  await expect(post([{ line: 1, json: '{}' }])).rejects.toThrow(`fetch failed: ${said}`);
});
