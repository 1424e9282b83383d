// Bodies within the size limit that are made to be expensive: each is answered, and takes time linear in its
// size. With quadratic time, these tests would exceed their timeout.
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_INFLATED_BODY_BYTES } from '../../../src/protocol/limits.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import type { QuarantinedEvent } from '../../../src/server/events/quarantine.js';
import { readBatch } from '../../../src/server/events/read-batch.js';
import { createRecentIds } from '../../../src/server/events/recent-ids.js';
import { createEventsService } from '../../../src/server/events/service.js';

const SIZE = MAX_INFLATED_BODY_BYTES - 1_000;

const createService = () => {
  const rows: Record<string, unknown>[] = [];
  const refused: QuarantinedEvent[] = [];
  const service = createEventsService({
    journal: {
      append: async (added) => void rows.push(...added.map((row) => JSON.parse(row))),
    },
    quarantine: { append: async (events) => void refused.push(...events) },
    recentIds: createRecentIds(),
    enrich: createEnricher({ countryOfAddress: () => undefined }),
    dailySalt: () => 'salt',
    onRows: () => {},
  });
  const send = async (json: string) => {
    const body = gzipSync(json, { level: 1 });
    return service.receive(await readBatch(body, 'gzip'), 'p', { address: '192.0.2.7' });
  };
  return { send, rows, refused };
};

const wire = (rest: string) =>
  `{"type":"track","channel":"web","version":"0","anonymous_id":"a","event":"e",${rest}}`;
const fill = (text: string, size = SIZE) => text.repeat(Math.floor(size / text.length));

describe('an expensive body', () => {
  it.each([
    ['lists in lists', '['.repeat(SIZE)],
    ['objects in objects', fill('{"a":')],
    ['empty lists', `[${fill('[],')}0]`],
    ['endless keys', `{${fill('"a":0,')}"b":0}`],
    ['many keys', `[{"a":0${',"a":0'.repeat(100_000)}}]`],
  ])('of %s is refused before it is parsed', async (_what, json) => {
    await expect(createService().send(json)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  it.each([
    ['quotes and brackets in a text', `"[{,${'\\"[{,'.repeat(60_000)}"`],
    ['backslashes in a text', `"${'\\\\'.repeat(250_000)}"`],
  ])('does not include %s, which is stored', async (_what, text) => {
    const { send, rows } = createService();
    await send(`[${wire(`"properties":{"a":${text}}`)}]`);
    expect(rows[0]?.properties).toEqual({ a: JSON.parse(text) });
  });

  it.each([
    ['deep', `"a":${'['.repeat(900)}${']'.repeat(900)}`, /nested deeper/],
    ['wide', `"a":[${'0,'.repeat(11_000)}0]`, /more than 10000 values/],
    ['long', `"a":"${'x'.repeat(400_000)}"`, /text longer/],
    ['with a long name', `"${'x'.repeat(4_000)}":1`, /key longer/],
  ])('%s quarantines that event, and not the others', async (_what, rest, reason) => {
    const { send, rows, refused } = createService();
    await send(`[${wire(`"properties":{${rest}}`)},${wire(rest)},${wire('"b":1')}]`);
    expect(rows).toHaveLength(1);
    expect(refused.map((event) => event.reason)).toEqual([
      expect.stringMatching(reason),
      expect.stringMatching(reason),
    ]);
  });

  const long = 290_000;
  it.each([
    ['digits', { properties: { revenue: `${'1'.repeat(long)}x` } }],
    ['spaces', { properties: { volume: ' '.repeat(long) } }],
    ['backslashes before half a character', { properties: { a: `${'\\'.repeat(long)}\ud83d` } }],
    [
      'dots',
      { context: { utm_source: '.'.repeat(long), referrer: `https://${'a.'.repeat(long / 2)}` } },
    ],
    [
      'at signs',
      { context: { referrer: '@'.repeat(long), page_url: `http://${'@'.repeat(long)}` } },
    ],
    ['half a user agent', { context: { user_agent: 'Mozilla/5.0 ('.repeat(long / 13) } }],
    ['codes', { properties: { builder_codes: ','.repeat(long) } }],
    ['calldata', { properties: { data: `0x${'c1'.repeat(66_000)}ffff02${'8021'.repeat(8)}` } }],
    [
      'names of Object.prototype',
      JSON.parse(
        '{"context":{"timezone":"constructor","browser":"__proto__","utm_source":"toString","referrer":"https://valueOf/"},"__proto__":{"is_bot":1}}',
      ),
    ],
  ])('of %s becomes a row', async (_what, changes) => {
    const { send, rows, refused } = createService();
    await send(`[${wire(JSON.stringify(changes).slice(1, -1))}]`);
    expect(refused).toEqual([]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ project_id: 'p', is_bot: expect.any(Number) });
  });
});

describe('any event', () => {
  let prototype: readonly string[];
  beforeAll(() => {
    prototype = Object.getOwnPropertyNames(Object.prototype);
  });

  it('becomes a row with every column of the right kind, and changes no prototype', async () => {
    const { send, rows, refused } = createService();
    const name = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'user_agent', 'referrer', 'page_url'),
      fc.constantFrom('utm_source', 'timezone', 'location', 'browser', 'data', 'builder_codes'),
      fc.constantFrom('revenue', 'screen_width', 'gclid', 'ref'),
    );
    const bag = fc.array(fc.tuple(name, fc.jsonValue())).map((entries) => {
      const members = entries.map(
        ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
      );
      return `{${members.join()}}`;
    });
    await fc.assert(
      fc.asyncProperty(bag, bag, bag, async (properties, context, rest) => {
        const body = `"properties":${properties},"context":${context},"x":${rest},"__proto__":${rest}`;
        await send(`[${wire(body)}]`);
        const row = rows.pop();
        expect(refused).toEqual([]);
        for (const [column, value] of Object.entries(row ?? {})) {
          if (column === 'builder_codes') expect(value).toBeInstanceOf(Array);
          else if (/^(properties|context|extra)$/.test(column)) expect(typeof value).toBe('object');
          else expect(typeof value).toMatch(/^(string|number)$/);
        }
      }),
    );
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(prototype);
  });
});
