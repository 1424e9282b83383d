// The requirements of every Transport.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SendResult, Transport } from '../../src/core/ports.js';
import { PATIENCE_MS } from '../support/eventually.js';
import { type Answer, answer, type Collector, startCollector } from './collector.js';

export interface TransportOptions {
  readonly apiHost: string;
  readonly writeKey: () => string;
  readonly timeoutMs: number;
}

const SOON_MS = 100;

const cutOff: Answer = (response) => {
  response.destroy();
};
const silence: Answer = () => {};
const halfAnswer: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('{"succ');
};

const results: readonly (readonly [string, Answer, SendResult])[] = [
  ['200', answer(200, '{"successful_rows":1}'), { kind: 'delivered' }],
  ['204', answer(204), { kind: 'delivered' }],
  ['413', answer(413, '{"error":"too large"}'), { kind: 'tooLarge' }],
  ['408', answer(408), { kind: 'retry' }],
  ['500', answer(500, '<html>'), { kind: 'retry' }],
  ['503', answer(503, '', { 'retry-after': '7' }), { kind: 'retry', afterMs: 7_000 }],
  ['429', answer(429, '', { 'retry-after': '0' }), { kind: 'retry', afterMs: 0 }],
  [
    '429 unclear',
    answer(429, '', { 'retry-after': 'soon', 'ratelimit-reset': '9' }),
    { kind: 'retry' },
  ],
  [
    '429 with a date, by the clock of the server',
    answer(429, '', {
      date: 'Sun, 06 Nov 1994 08:49:37 GMT',
      'retry-after': 'Sun, 06 Nov 1994 08:50:07 GMT',
    }),
    { kind: 'retry', afterMs: 30_000 },
  ],
  [
    '401',
    answer(401, '{"error":"The write key is unknown."}'),
    { kind: 'rejected', reason: 'unauthorized', detail: 'The write key is unknown.' },
  ],
  [
    '403',
    answer(403, '{"error":{"code":"FORBIDDEN","message":"Not yours."}}'),
    { kind: 'rejected', reason: 'unauthorized', detail: 'Not yours.' },
  ],
  [
    '400',
    answer(400, '{"error":"type is missing"}'),
    { kind: 'rejected', reason: 'invalid', detail: 'type is missing' },
  ],
  ['404 of a wrong address', answer(404, 'no such page'), { kind: 'retry' }],
  ['a redirect', answer(301, '', { location: '/elsewhere' }), { kind: 'retry' }],
  ['a connection cut off', cutOff, { kind: 'retry' }],
];

type Create = (options: TransportOptions) => Transport;

/** Starts a collector for the whole suite, and creates transports that send to it. */
const useCollector = (create: Create) => {
  let collector: Collector;
  let requestsBefore = 0;
  beforeAll(async () => {
    collector = await startCollector();
  });
  afterAll(() => collector.close());
  beforeEach(() => {
    requestsBefore = collector.received.length;
    collector.script(answer(200));
  });
  return {
    origin: () => collector.origin,
    script: (given: Answer) => collector.script(given),
    /** The requests received during the current test. */
    requests: () => collector.received.slice(requestsBefore),
    open: (options: Partial<TransportOptions> = {}) =>
      create({
        apiHost: collector.origin,
        writeKey: () => 'the-key',
        timeoutMs: PATIENCE_MS,
        ...options,
      }),
  };
};
type Fixture = ReturnType<typeof useCollector>;

const testRequests = ({ origin, requests, open }: Fixture) => {
  test.each([[false], [true]])('posts the batch with the write key (last: %s)', async (last) => {
    const body = JSON.stringify([{ text: 'ü €' }]);
    expect(await open().send(() => body, { last })).toEqual({ kind: 'delivered' });
    expect(requests()).toMatchObject([
      {
        method: 'POST',
        path: '/v0/raw_events',
        body,
        headers: { authorization: 'Bearer the-key', 'content-type': 'application/json' },
      },
    ]);
  });

  test.each(['/relay', '/relay/', '//'])('accepts an apiHost that ends with %s', async (ending) => {
    await open({ apiHost: origin() + ending }).send(() => '[]', { last: false });
    const path = `${ending.replace(/\/+$/, '')}/v0/raw_events`;
    expect(requests()).toMatchObject([{ path }]);
  });

  test('reads the write key at each request', async () => {
    let key = 'old';
    const transport = open({ writeKey: () => key });
    await transport.send(() => '[]', { last: false });
    key = 'new';
    await transport.send(() => '[]', { last: true });
    const keys = requests().map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer old', 'Bearer new']);
  });
};

const testAnswers = ({ script, requests, open }: Fixture) => {
  test.each(results)('%s', async (_, given, expected) => {
    script(given);
    expect(await open().send(() => '[]', { last: false })).toEqual(expected);
    expect(requests()).toHaveLength(1);
  });

  test.each([
    ['never answers', silence],
    ['stops in the middle of its answer', halfAnswer],
  ])('gives up a server that %s', async (_, given) => {
    script(given);
    const transport = open({ timeoutMs: SOON_MS });
    expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'retry' });
  });

  test('returns retry when nothing listens', async () => {
    const gone = await startCollector();
    await gone.close();
    const transport = open({ apiHost: gone.origin });
    expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'retry' });
    expect(await transport.send(() => '[]', { last: true })).toEqual({ kind: 'retry' });
  });

  test('sends a large batch completely', async () => {
    const body = JSON.stringify(
      Array.from({ length: 500 }, (_, i) => ({ i, text: 'ü'.repeat(99) })),
    );
    expect(await open().send(() => body, { last: false })).toEqual({ kind: 'delivered' });
    expect(requests()).toMatchObject([{ body }]);
  });
};

export const describeTransport = (name: string, create: Create) => {
  describe(`${name} is a Transport`, () => {
    const fixture = useCollector(create);
    testRequests(fixture);
    testAnswers(fixture);
  });
};
