// The entry for runtimes without Node: what it must not import, start or use.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createServerTracker } from '../../src/node/edge.js';

/** Every specifier that `entry` and the sources behind it import, types included. */
const importsOf = (
  entry: URL,
  seen = new Map<string, string[]>(),
): ReadonlyMap<string, string[]> => {
  if (seen.has(entry.pathname)) return seen;
  const source = readFileSync(entry, 'utf8');
  const specifiers = [
    ...source.matchAll(/^(?:import|export|\}) ?.*from '([^']+)'|\bimport\('([^']+)'\)/gm),
  ].map(([, from, dynamic]) => from ?? dynamic ?? '');
  seen.set(entry.pathname, specifiers);
  for (const specifier of specifiers.filter((name) => name.startsWith('.'))) {
    importsOf(new URL(specifier.replace(/\.js$/, '.ts'), entry), seen);
  }
  return seen;
};

/** A tracker whose requests all succeed, and the bodies that it sent. */
const openTracker = () => {
  const bodies: unknown[] = [];
  const tracker = createServerTracker({
    writeKey: 'key',
    apiHost: 'https://events.example',
    fetch: async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response('{"successful_rows":1,"quarantined_rows":0}');
    },
  });
  return { tracker, bodies };
};

describe('the edge entry', () => {
  it('imports nothing of Node and no packages', () => {
    const files = importsOf(new URL('../../src/node/edge.ts', import.meta.url));
    const foreign = [...files].flatMap(([file, specifiers]) =>
      specifiers.filter((name) => !name.startsWith('.')).map((name) => `${file}: ${name}`),
    );
    expect(files.size).toBeGreaterThan(20);
    expect(foreign).toEqual([]);
    const ofNode = importsOf(new URL('../../src/node/index.ts', import.meta.url));
    expect([...ofNode.values()].flat()).toContain('node:http');
  });

  it('starts no timer and uses no random values when a tracker is created', () => {
    const { setTimeout: timeout, crypto } = globalThis;
    const forbidden = () => {
      throw new Error('not outside a request');
    };
    Object.assign(globalThis, { setTimeout: forbidden });
    Object.defineProperty(globalThis, 'crypto', { get: forbidden, configurable: true });
    try {
      createServerTracker({ writeKey: 'key', apiHost: 'https://events.example' });
    } finally {
      Object.assign(globalThis, { setTimeout: timeout });
      Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
    }
  });

  it('flush() sends queued events without any timer having run', async () => {
    const { tracker, bodies } = openTracker();
    tracker.for({ userId: 'u1' }).track('Swap');
    await tracker.flush();
    expect(bodies).toMatchObject([[{ event: 'Swap', user_id: 'u1' }]]);
  });

  it("sends once where a framework's own fetch has already read the response", async () => {
    let requests = 0;
    const tracker = createServerTracker({
      writeKey: 'key',
      apiHost: 'https://events.example',
      fetch: async () => {
        requests += 1;
        const response = new Response('{"successful_rows":1,"quarantined_rows":0}');
        await response.text();
        return response;
      },
    });
    tracker.track('Swap');
    await tracker.flush({ timeoutMs: 5_000 });
    expect(requests).toBe(1);
  });

  it("sends uncompressed where CompressionStream throws, as in Next's edge runtime", async () => {
    const { CompressionStream: given } = globalThis;
    const { tracker, bodies } = openTracker();
    Object.assign(globalThis, {
      CompressionStream: function refuse() {
        throw new Error('A Node.js API is used which is not supported in the Edge Runtime.');
      },
    });
    try {
      tracker.track('Swap', { note: 'x'.repeat(2_000) });
      await tracker.flush({ timeoutMs: 2_000 });
    } finally {
      Object.assign(globalThis, { CompressionStream: given });
    }
    expect(bodies).toMatchObject([[{ event: 'Swap' }]]);
  });

  it('reports once that its timers ended with their request, as in a Worker', async () => {
    const { setTimeout: timeout, Date: clock } = globalThis;
    const faults: string[] = [];
    let now = clock.now();
    Object.assign(globalThis, { setTimeout: () => 0, Date: { now: () => now } });
    try {
      const tracker = createServerTracker({
        writeKey: 'key',
        apiHost: 'https://events.example',
        onError: ({ message }) => faults.push(message),
      });
      for (let request = 0; request < 5; request += 1) {
        void tracker.flush();
        now += 6_000;
        // Timers of a process that was frozen are late as well, but run soon afterwards.
        if (request === 1) expect(faults).toEqual([]);
      }
    } finally {
      Object.assign(globalThis, { setTimeout: timeout, Date: clock });
    }
    expect(faults).toEqual([expect.stringContaining('Make a tracker in each request')]);
  });

  it('run() without AsyncLocalStorage still calls the function, and reports once what is missing', () => {
    const faults: string[] = [];
    const tracker = createServerTracker({
      writeKey: 'key',
      apiHost: 'https://events.example',
      onError: ({ message }) => faults.push(message),
    });
    expect(tracker.run({}, () => 1) + tracker.run({}, () => 2)).toBe(3);
    expect(faults).toEqual([expect.stringContaining('`scope`')]);
  });
});
