// `GET /v0/top_events` on the real engine: counts, order, ranges, pages, types, isolation.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../../src/protocol/check.js';
import { routes } from '../../../src/protocol/routes.js';
import { day, rowOf, type Sent, useAnalytics } from './analytics-under-test.js';

const analytics = useAnalytics();

type Query = Parameters<typeof analytics.ask<'topEvents'>>[1];

const store = (events: readonly Sent[]) => analytics.store(events);
const ask = (query: Query, projects?: readonly string[]) =>
  analytics.ask('topEvents', query, projects);

const brief = async (query: Query, projects?: readonly string[]) =>
  (await ask(query, projects)).data.map(({ type, event, hits }) => `${type}:${event}=${hits}`);

describe('top_events', () => {
  beforeAll(async () => {
    const at = day('2026-01-15');
    await store([
      ...Array.from({ length: 3 }, (): Sent => ({ at, event: 'signup' })),
      ...Array.from({ length: 3 }, (): Sent => ({ at, event: 'buy' })),
      { at, event: '' },
      { at, type: 'page', event: 'ignored' },
      { at, type: 'page' },
      { at, type: 'page' },
      { at, type: 'decoded_log', event: 'Transfer' },
      { at, project: 'theirs', event: 'secret' },
      { at: day('2026-01-12'), event: 'old' },
      { at: Date.parse('2026-01-13T00:00:00.000Z'), event: 'first_day' },
      { at: Date.parse('2026-01-20T23:59:59.999Z'), event: 'last_day' },
      { at: Date.parse('2026-01-21T00:00:00.000Z'), event: 'next_day' },
    ]);
  });

  it('counts the last seven days, ordered by hits and name, and names only track events', async () => {
    expect(await brief({})).toEqual([
      'track:buy=3',
      'page:=3',
      'track:signup=3',
      'decoded_log:=1',
      'track:first_day=1',
      'track:last_day=1',
      'track:=1',
    ]);
  });

  it('answers with the columns and types of the API', async () => {
    const answer = await ask({ limit: 1 });
    expect(compile(routes.topEvents.answer)(answer)).toEqual([]);
    expect(answer.data).toEqual([{ project_id: 'mine', type: 'track', event: 'buy', hits: 3 }]);
    expect(answer.meta).toEqual([
      { name: 'project_id', type: 'String' },
      { name: 'type', type: 'String' },
      { name: 'event', type: 'String' },
      { name: 'hits', type: 'UInt64' },
    ]);
    expect(answer.rows).toBe(1);
    expect(answer.rows_before_limit_at_least).toBe(7);
  });

  it('reads pages by limit and offset', async () => {
    expect(await brief({ limit: 2, offset: 2 })).toEqual(['track:signup=3', 'decoded_log:=1']);
    const beyond = await ask({ offset: 100 });
    expect(beyond).toMatchObject({ data: [], rows: 0, rows_before_limit_at_least: 7 });
  });

  it('shows only named track events with type=custom', async () => {
    expect(await brief({ type: 'custom', limit: 3 })).toEqual([
      'track:buy=3',
      'track:signup=3',
      'track:first_day=1',
    ]);
  });

  it('includes both days of a range as whole UTC days', async () => {
    expect(await brief({ date_from: '2026-01-20', date_to: '2026-01-20' })).toEqual([
      'track:last_day=1',
    ]);
    expect(await brief({ date_from: '2026-01-12', date_to: '2026-01-13' })).toEqual([
      'track:first_day=1',
      'track:old=1',
    ]);
    expect(await brief({ date_from: '0001-01-01', date_to: '2026-01-12' })).toEqual([
      'track:old=1',
    ]);
    expect(await brief({ date_from: '2026-01-21', date_to: '9999-12-31' })).toEqual([
      'track:next_day=1',
    ]);
    // The default range, a week, would begin before 1970-01-01.
    expect(await brief({ date_to: '1969-12-31' })).toEqual([]);
  });

  it('never shows the events of other projects', async () => {
    expect(await brief({}, ['theirs'])).toEqual(['track:secret=1']);
    expect(await brief({}, [])).toEqual([]);
    expect((await ask({ type: 'custom' }, ['mine', 'theirs'])).data).toContainEqual({
      project_id: 'theirs',
      type: 'track',
      event: 'secret',
      hits: 1,
    });
  });

  it('leaves out events of bots', async () => {
    const at = day('2026-01-15');
    const by = (user_agent: string): Sent => ({ at, project: 'bots', context: { user_agent } });
    const crawler = by('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
    await store([
      crawler,
      by('Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'),
    ]);
    expect(await brief({}, ['bots'])).toEqual(['track:=1']);
  });

  it('counts an event that was stored twice once where a filter makes it read events', async () => {
    const sent: Sent = { at: day('2026-01-15'), project: 'twice', event: 'x', message_id: 'same' };
    await store([sent]);
    await store([
      { ...sent, at: sent.at + 1_000, original_timestamp: new Date(sent.at).toISOString() },
    ]);
    const filters = JSON.stringify([{ field: 'event', op: 'eq', value: 'x' }]);
    expect(await brief({ filters }, ['twice'])).toEqual(['track:x=1']);
  });

  it('counts an event that was sent again from another country only in the country of its latest row', async () => {
    const sent: Sent = { at: day('2026-01-15'), project: 'moved', event: 'x', message_id: 'same' };
    const from = (location: string) => analytics.storeRows([{ ...rowOf(sent), location }]);
    await from('DE');
    await from('US');
    const inCountry = (value: string) =>
      brief({ filters: JSON.stringify([{ field: 'location', op: 'eq', value }]) }, ['moved']);
    expect(await inCountry('US')).toEqual(['track:x=1']);
    expect(await inCountry('DE')).toEqual([]);
  });

  it('equals plain counts of random events', async () => {
    let run = 0;
    const names = fc.constantFrom('a', 'b', '', "it's", '日本', 'a\\b');
    const types = fc.constantFrom('track' as const, 'page' as const, 'decoded_log' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(types, names, fc.integer({ min: 10, max: 16 })), { maxLength: 20 }),
        fc.integer({ min: 10, max: 16 }),
        async (events, from) => {
          const project = `random-${++run}`;
          await store(
            events.map(([type, event, at]) => ({ type, event, project, at: day(`2026-01-${at}`) })),
          );
          const counts = new Map<string, number>();
          for (const [type, event, at] of events) {
            if (at < from) continue;
            const key = `${type}:${type === 'track' ? event : ''}`;
            counts.set(key, (counts.get(key) ?? 0) + 1);
          }
          const range = { date_from: `2026-01-${from}`, date_to: '2026-01-16' };
          const answer = await brief(range, [project]);
          expect(answer.sort()).toEqual([...counts].map(([key, hits]) => `${key}=${hits}`).sort());
        },
      ),
      { numRuns: 10 },
    );
  });
});
