// What is specific to the fetch transport: compression, the keepalive budget, the page's own fetch.
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createFetchTransport } from '../../src/browser/fetch-transport.js';
import { eventually } from '../support/eventually.js';

interface Call {
  readonly url: string;
  readonly init: RequestInit;
  answer(response: Response): void;
}

const createScriptedFetch = () => {
  const calls: Call[] = [];
  const scripted = (url: string, init: RequestInit) =>
    new Promise<Response>((resolve) => calls.push({ url, init, answer: resolve }));
  return { calls, fetch: scripted as unknown as typeof fetch };
};

const open = (timeoutMs?: number) => {
  const { calls, fetch } = createScriptedFetch();
  const apiHost = 'https://events.example.com';
  const transport = createFetchTransport({ apiHost, writeKey: () => 'key', fetch, timeoutMs });
  return { calls, transport };
};

const isLast = { last: true };
const body = (bytes: number) => 'x'.repeat(bytes);
const headersOf = (call: Call | undefined) => new Headers(call?.init.headers);

describe('the last request of a page', () => {
  test('is made within the call, with keepalive, uncompressed and without cookies', () => {
    const { calls, transport } = open();
    void transport.send(() => body(20_000), isLast);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.init).toMatchObject({
      keepalive: true,
      credentials: 'omit',
      body: body(20_000),
    });
    expect(headersOf(calls[0]).has('content-encoding')).toBe(false);
  });

  test('is refused if all such requests in flight would exceed 64 KiB together', async () => {
    const { calls, transport } = open();
    const first = transport.send(() => body(40_000), isLast);
    expect(await transport.send(() => 'ü'.repeat(20_000), isLast)).toEqual({ kind: 'retry' });
    void transport.send(() => body(25_536), isLast);
    expect(calls).toHaveLength(2);
    expect(await transport.send(() => 'x', isLast)).toEqual({ kind: 'retry' });

    calls[0]?.answer(new Response('{}'));
    expect(await first).toEqual({ kind: 'delivered' });
    void transport.send(() => body(40_000), isLast);
    expect(calls).toHaveLength(3);
  });
});

test('a request that neither completes nor aborts is given up, and frees its share of the budget', async () => {
  const { calls, transport } = open(1);
  expect(await transport.send(() => body(60_000), isLast)).toEqual({ kind: 'retry' });
  expect(calls[0]?.init.signal?.aborted).toBe(true);
  void transport.send(() => body(60_000), isLast);
  expect(calls).toHaveLength(2);
});

describe('other requests', () => {
  const sendAndAnswer = async (text: string) => {
    const { calls, transport } = open();
    const sent = transport.send(() => text, { last: false });
    await eventually(() => calls.length > 0);
    calls[0]?.answer(new Response('{}'));
    await sent;
    return calls[0];
  };

  test('are compressed when they are large', async () => {
    const call = await sendAndAnswer(body(5_000));
    expect(headersOf(call).get('content-encoding')).toBe('gzip');
    const sent = new Uint8Array(call?.init.body as ArrayBuffer);
    expect(gunzipSync(sent).toString()).toBe(body(5_000));
    expect(call?.init.keepalive).toBeFalsy();
  });

  test('are sent uncompressed when they are small', async () => {
    const call = await sendAndAnswer(body(1_000));
    expect(headersOf(call).has('content-encoding')).toBe(false);
    expect(call?.init.body).toBe(body(1_000));
  });

  test('are sent uncompressed where the browser cannot compress', async () => {
    const { CompressionStream: original } = globalThis;
    Reflect.deleteProperty(globalThis, 'CompressionStream');
    try {
      expect((await sendAndAnswer(body(5_000)))?.init.body).toBe(body(5_000));
    } finally {
      globalThis.CompressionStream = original;
    }
  });

  test('are sent uncompressed where a polyfill of Response knows no streams', async () => {
    const { Response: original } = globalThis;
    // As whatwg-fetch, which Pretender and Mirage put in place, does.
    globalThis.Response = class {
      readonly #text: string;
      constructor(init: unknown) {
        this.#text = String(init);
      }
      arrayBuffer = async () => new TextEncoder().encode(this.#text).buffer;
    } as unknown as typeof Response;
    try {
      const { calls, transport } = open();
      void transport.send(() => body(5_000), { last: false });
      await eventually(() => expect(calls).toHaveLength(1));
      expect(calls[0]?.init.body).toBe(body(5_000));
      expect(headersOf(calls[0]).has('content-encoding')).toBe(false);
    } finally {
      globalThis.Response = original;
    }
  });
});

test('a fetch that another script installs later is not used', async () => {
  const { fetch: original } = globalThis;
  let isUsed = false;
  globalThis.fetch = async () => {
    isUsed = true;
    return new Response('{}');
  };
  try {
    // Nothing listens on port 1.
    const transport = createFetchTransport({
      apiHost: 'http://127.0.0.1:1',
      writeKey: () => 'key',
    });
    expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'retry' });
    expect(isUsed).toBe(false);
  } finally {
    globalThis.fetch = original;
  }
});

test.each([
  [200, { kind: 'delivered' }],
  [401, { kind: 'rejected', reason: 'unauthorized', detail: 'unread' }],
])(
  'an answer %i whose body a wrapped fetch has already read still counts by its status',
  async (status, result) => {
    const reading = async () => {
      const response = new Response('{"successful_rows":1}', { status });
      await response.text();
      return response;
    };
    const transport = createFetchTransport({
      apiHost: 'https://events.example.com',
      writeKey: () => 'key',
      fetch: reading,
    });
    expect(await transport.send(() => '[]', { last: false })).toEqual(result);
  },
);

test('a fetch that throws synchronously leads to a retry', async () => {
  const throwing = (() => {
    throw new TypeError('blocked');
  }) as unknown as typeof fetch;
  const transport = createFetchTransport({
    apiHost: 'https://events.example.com',
    writeKey: () => 'key',
    fetch: throwing,
  });
  expect(await transport.send(() => '[]', { last: false })).toEqual({ kind: 'retry' });
  expect(await transport.send(() => '[]', isLast)).toEqual({ kind: 'retry' });
});
