// Turns an event into a row of the table.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../../src/protocol/events.js';
import { createEnricher } from '../../../src/server/events/enrich.js';
import {
  createTimeWriter,
  databaseTime,
  eventTimes,
} from '../../../src/server/events/event-times.js';
import { serialise } from '../../../src/server/events/serialise.js';

const receivedAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const arrival = {
  projectId: 'prj',
  receivedAt,
  newMessageId: () => 'made',
  caller: {},
  salt: 'salt',
};
const enrich = createEnricher();
const event = (changes: Partial<WireEvent> & Record<string, unknown> = {}): WireEvent => ({
  type: 'track',
  event: 'signup',
  channel: 'web',
  version: '0',
  anonymous_id: 'visitor',
  ...changes,
});

describe('enrich', () => {
  it('keeps properties, context and unknown keys exactly as sent', () => {
    const properties = JSON.parse('{"b":1,"a":null,"a.b":{"__proto__":2},"__proto__":{"x":1}}');
    const row = enrich(event({ properties, context: { odd: [1] }, further: { y: 1 } }), arrival);
    const line = serialise(row);
    expect(line).toContain(
      '"properties":{"b":1,"a":null,"a.b":{"__proto__":2},"__proto__":{"x":1}},"context":{"odd":[1]},"extra":{"further":{"y":1}}',
    );
  });

  it.each([
    ['page', 'https://dapp.example/swap', '/swap'],
    ['track', '', ''],
    ['decoded_log', '', ''],
  ] as const)(
    'reads page_url and page_path from the properties of page events only: %s',
    (type, ...page) => {
      const properties = { url: 'https://dapp.example/swap', path: '/swap' };
      const row = enrich(event({ type, channel: 'server', properties }), arrival);
      expect([row.page_url, row.page_path]).toEqual(page);
    },
  );

  it.each([
    [{ page_url: 'https://dapp.example/swap/1?from=eth#top' }, '/swap/1'],
    [{ page_url: 'https://dapp.example' }, '/'],
    [{ page_url: 'https://dapp.example/#/swap', page_path: '/swap' }, '/swap'],
    [{ page_url: 'about:blank' }, ''],
    [{ page_url: 'dapp.example/swap' }, ''],
    [{}, ''],
  ])('reads page_path from page_url where it is missing: %j', (context, path) => {
    expect(enrich(event({ type: 'page', context }), arrival).page_path).toBe(path);
  });

  it.each([
    ['0x00000000219AB540356CBB839CBE05303D7705FA', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['0X00000000219ab540356cbb839cbe05303d7705fa', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['0x00000000219ab540356cBB839Cbe05303d7705Fa', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    ['So11111111111111111111111111111111111111112', 'So11111111111111111111111111111111111111112'],
    ['vitalik.eth', 'vitalik.eth'],
    [' 0x00000000219ab540356cbb839cbe05303d7705fa\n', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
    [' So11111111111111111111111111111111111111112', 'So11111111111111111111111111111111111111112'],
    [' ', ''],
  ])('normalises the wallet %s to %s', (address, stored) => {
    expect(enrich(event({ address }), arrival).address).toBe(stored);
  });

  it('gives events without a session one session for each visitor and day', () => {
    const sent = { ...arrival, caller: { address: '192.0.2.7', userAgent: 'sender' } };
    const sessionAt = (anonymous_id: string, original_timestamp: string) =>
      enrich(event({ anonymous_id, original_timestamp }), sent).session_id;
    const first = sessionAt('ann', '2025-11-01T09:00:00.000Z');
    expect(first).toMatch(/^[\w-]{22}$/);
    expect(sessionAt('ann', '2025-11-01T21:00:00.000Z')).toBe(first);
    const others = [
      sessionAt('ann', '2025-11-02T09:00:00.000Z'),
      sessionAt('bob', '2025-11-01T09:00:00.000Z'),
    ];
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('reads columns from the context', () => {
    const context = {
      location: 'DE',
      utm_source: 'x',
      referrer: 'https://a.example/b',
      page_url: 'https://c.example/d',
      screen_width: 1920.4,
      viewport_height: -3,
      screen_height: 1e9,
      screen_density: 2.5,
      locale: 7,
      timezone: {},
    };
    expect(enrich(event({ context }), arrival)).toMatchObject({
      location: 'DE',
      utm_source: 'x',
      referrer_url: 'https://a.example/b',
      page_url: 'https://c.example/d',
      screen_width: 1920,
      viewport_height: 0,
      screen_height: 65_535,
      screen_density: 2.5,
      locale: '7',
      timezone: '',
    });
  });

  it.each([
    [12.5, 12.5],
    ['12.5', 12.5],
    [' -3e2 ', -300],
    ['0x10', 0],
    ['', 0],
    ['12 USD', 0],
    [true, 0],
    [null, 0],
    ['9'.repeat(400), 0],
    [1e33, 1e33],
    // The API answers sums as Float32, which would become infinite.
    [1e308, 0],
    ['-1e308', 0],
  ])('reads revenue %j as %d', (revenue, amount) => {
    expect(enrich(event({ properties: { revenue } }), arrival).revenue).toBe(amount);
  });

  it('ignores inherited properties', () => {
    const properties = Object.create({ revenue: 5 });
    expect(enrich(event({ properties }), arrival).revenue).toBe(0);
  });

  it('keeps the name of track events only, and makes a missing message_id', () => {
    expect(enrich(event(), arrival).event).toBe('signup');
    expect(enrich(event({ type: 'page' }), arrival).event).toBe('');
    expect(enrich(event(), arrival).message_id).toBe('made');
  });

  it('makes a valid row of any event', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (properties) => {
        const line = serialise(enrich(event({ properties, context: properties }), arrival));
        expect(line).not.toContain('\n');
        expect(line.isWellFormed()).toBe(true);
        expect(JSON.parse(line).properties).toEqual(JSON.parse(JSON.stringify(properties)));
      }),
    );
  });
});

describe('serialise', () => {
  it('replaces lone surrogates, but not escaped text that looks like one', () => {
    expect(serialise({ a: 'x\ud83dy', b: '😀', c: '\\ud83d', d: '\\\ud83d' })).toBe(
      '{"a":"x\ufffdy","b":"😀","c":"\\\\ud83d","d":"\\\\\ufffd"}',
    );
  });

  it('writes integers of more than 64 bits with an exponent, and leaves strings as they are', () => {
    const text = ':100000000000000000000,"\\';
    expect(
      serialise({ a: 1e20, [text]: text, b: [-1e19, 1e18, 1.2345678901234567e-6, 2 ** 64] }),
    ).toBe(
      `{"a":1e+20,${JSON.stringify(text)}:${JSON.stringify(text)},"b":[-1e+19,1000000000000000000,0.0000012345678901234567,1.8446744073709552e+19]}`,
    );
  });
});

describe('eventTimes', () => {
  const iso = (time: number) => new Date(time).toISOString();
  const times = (original: number | null, sent: number | null) =>
    eventTimes(
      {
        original_timestamp: original === null ? null : iso(original),
        sent_at: sent === null ? null : iso(sent),
      },
      receivedAt,
    );
  const day = 86_400_000;

  it.each([
    ['corrects a clock that is a day ahead', times(receivedAt + day - 500, receivedAt + day), -500],
    [
      'corrects a clock that is a day behind',
      times(receivedAt - day - 500, receivedAt - day),
      -500,
    ],
    [
      'keeps the time of an event that waited long',
      times(receivedAt - 5 * day, receivedAt),
      -5 * day,
    ],
    ['uses the original time without sent_at', times(receivedAt - 500, null), -500],
    ['uses the time of arrival without any time', times(null, null), 0],
    ['allows an hour ahead', times(receivedAt + 3_600_000, null), 3_600_000],
    ['uses the time of arrival beyond that', times(receivedAt + 3_600_001, null), 0],
    ['uses the time of arrival for a time that is too old to store', times(0, receivedAt), 0],
  ])('%s', (_what, { timestamp }, offset) => expect(timestamp - receivedAt).toBe(offset));

  it("keeps the sender's original time, which is the same in a retry, unless it cannot be stored", () => {
    expect(times(receivedAt + day, receivedAt + day).original).toBe(receivedAt + day);
    expect(times(0, receivedAt).original).toBe(receivedAt);
    expect(times(receivedAt + 400 * day, null).original).toBe(receivedAt);
  });

  it('writes times in the format of the database', () => {
    expect(databaseTime(receivedAt)).toBe('2026-01-02 03:04:05.678');
  });

  it('writes the same times with the cache of minutes', () => {
    const write = createTimeWriter();
    for (const ms of [0, 1, 54_321, 54_322, 59_999, 60_000, 0, -1, day, 1.5]) {
      expect(write(receivedAt + ms)).toBe(databaseTime(receivedAt + ms));
    }
  });
});
