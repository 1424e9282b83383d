// Segments are saved, listed, deleted and used in searches, within their workspace only.
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createSegmentsStore } from '../../../src/server/segments/store.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';
import {
  type Answer,
  type ProfilesUnderTest,
  startProfiles,
  wallet,
} from '../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
const NOW = Date.parse('2026-06-15T12:00:00Z');
let database: ApplicationDatabase;
let profiles: ProfilesUnderTest;

const at = (day: string) => `2026-${day}T10:00:00Z`;
const swap = (number: number, day: string, properties: object = {}) => ({
  at: at(day),
  address: wallet(number),
  type: 'track' as const,
  event: 'swap',
  properties: { ...properties },
});

beforeAll(async () => {
  const path = await createTestDirectory(cleanUp);
  database = await openTestApplication({ directory: join(path, 'application') });
  cleanUp(() => database.close());
  await database.query("INSERT INTO workspaces (id, name) VALUES ('ws_1', 'a'), ('ws_2', 'b')");
  await database.query(`INSERT INTO projects (id, workspace_id, name) VALUES
    ('prj_1', 'ws_1', 'one'), ('prj_2', 'ws_1', 'two'), ('prj_3', 'ws_2', 'theirs')`);
  profiles = await startProfiles(() => NOW, createSegmentsStore(database));
  cleanUp(profiles.close);
  await profiles.store([
    swap(1, '06-15', { pool: 'eth' }),
    swap(1, '06-14', { pool: 'dai' }),
    swap(1, '05-01', { pool: 'dai' }),
    swap(2, '06-01', { pool: 'eth' }),
    { at: at('06-10'), address: wallet(2), type: 'page' },
    { at: at('06-10'), address: wallet(3), type: 'page' },
    {
      at: at('06-11'),
      address: wallet(3),
      type: 'decoded_log',
      event: 'Transfer',
      channel: 'server',
    },
    { ...swap(3, '06-15'), context: { user_agent: 'Googlebot/2.1' } },
    { ...swap(4, '06-15'), project: 'prj_2' },
    { ...swap(5, '06-15'), project: 'prj_3' },
  ]);
});

beforeEach(async () => {
  await database.query('DELETE FROM segments');
});

const create = (body: object, project = 'prj_1'): Promise<Answer> =>
  profiles.call('POST', `/v0/segments?project_id=${project}`, body);
const SWAPPED = { type: 'track', event: 'swap' };

/** Creates a segment and returns the wallets that it has. */
const walletsOf = async (content: object, search: object = {}, project = 'prj_1') => {
  const made = await create({ name: 's', ...content }, project);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const path = `/v0/profiles?segment_id=${made.body.id}`;
  const found = await profiles.call('POST', path, search);
  expect(found.status, JSON.stringify(found.body)).toBe(200);
  return found.body.data.map(({ address }: { address: string }) => Number(address)).sort();
};

describe('a segment', () => {
  it('is created, read, listed and deleted', async () => {
    const conditions = [{ field: 'users.lifecycle', op: 'in', value: ['New'] }];
    const behaviors = [
      { ...SWAPPED, filters: [{ field: 'pool', op: 'eq', value: 'eth' }], count: 2, days: 30 },
    ];
    const made = await create({ name: 'Fresh', conditions, behaviors });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^seg_[0-9a-f]{24}$/),
        project_id: 'prj_1',
        name: 'Fresh',
        description: null,
        logic: 'and',
        conditions,
        behaviors,
      },
    });
    const path = `/v0/segments/${made.body.id}`;
    expect(await profiles.call('GET', path)).toEqual({ status: 200, body: made.body });
    expect((await profiles.call('GET', '/v0/segments')).body).toEqual({
      data: [made.body],
      total: 1,
      page: 1,
      size: 100,
      has_more: false,
    });
    expect((await profiles.call('DELETE', path)).status).toBe(204);
    expect((await profiles.call('DELETE', path)).status).toBe(404);
    expect((await profiles.call('GET', path)).status).toBe(404);
  });

  it.each([
    [{}, 'body.name'],
    [{ name: '' }, 'body.name'],
    [{ name: 's', logic: 'xor', behaviors: [SWAPPED] }, 'body.logic'],
    [{ name: 's' }, 'body.conditions'],
    [{ name: 's', conditions: [], behaviors: [] }, 'body.conditions'],
    [{ name: 's', conditions: [{ field: 'users.x', op: 'eq', value: 1 }] }, 'conditions.0.field'],
    [
      { name: 's', conditions: [{ field: 'users.revenue', op: 'eq', value: 'x' }] },
      'conditions.0.value',
    ],
    [{ name: 's', behaviors: [{ type: 'track' }] }, 'behaviors.0.event'],
    [{ name: 's', behaviors: [{ ...SWAPPED, count: -1 }] }, 'behaviors.0.count'],
    [{ name: 's', behaviors: [{ ...SWAPPED, days: 0 }] }, 'behaviors.0.days'],
    [{ name: 's', behaviors: [{ ...SWAPPED, op: 'in' }] }, 'behaviors.0.op'],
    [{ name: 's', behaviors: [{ ...SWAPPED, operator: 'lt' }] }, 'behaviors.0.operator'],
    [{ name: 's', behaviors: [{ ...SWAPPED, day: 7 }] }, 'behaviors.0.day'],
    [
      { name: 's', behaviors: [{ ...SWAPPED, events: [{ ...SWAPPED, filter: [] }] }] },
      'behaviors.0.events.0.filter',
    ],
    [{ name: 's', behaviors: Array(21).fill(SWAPPED) }, 'body.behaviors'],
    [
      { name: 's', behaviors: [{ ...SWAPPED, filters: [{ field: 'revenue', op: 'contains' }] }] },
      'behaviors.0.filters.0.op',
    ],
  ])('is refused as %j', async (body, place) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(place);
    expect((await profiles.call('GET', '/v0/segments')).body.total).toBe(0);
  });

  it('requires project_id when the workspace has several projects', async () => {
    expect(
      await profiles.call('POST', '/v0/segments', { name: 's', behaviors: [SWAPPED] }),
    ).toMatchObject({ status: 400, body: { error: { param: 'query.project_id' } } });
  });
});

describe('the wallets of a segment', () => {
  it.each([
    [{ behaviors: [SWAPPED] }, [1, 2]],
    [{ behaviors: [{ ...SWAPPED, count: 2 }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, op: 'gt', count: 1 }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, op: 'eq', count: 1 }] }, [2]],
    [{ behaviors: [{ ...SWAPPED, op: 'eq', count: 0 }] }, [3]],
    [{ behaviors: [{ ...SWAPPED, op: 'neq', count: 0 }] }, [1, 2]],
    [{ behaviors: [{ ...SWAPPED, op: 'gt', count: 0 }] }, [1, 2]],
    [{ behaviors: [{ ...SWAPPED, op: 'lte', count: 0 }] }, [3]],
    [{ behaviors: [{ ...SWAPPED, op: 'lt', count: 0 }] }, []],
    [{ behaviors: [{ ...SWAPPED, op: 'lt', count: 2 }] }, [2, 3]],
    [{ behaviors: [{ ...SWAPPED, op: 'lte', count: 3 }] }, [1, 2, 3]],
    [{ behaviors: [{ ...SWAPPED, op: 'neq', count: 1 }] }, [1, 3]],
    [{ behaviors: [{ ...SWAPPED, op: 'gte', count: 0 }] }, [1, 2, 3]],
    [{ behaviors: [{ ...SWAPPED, days: 1 }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, days: 2, count: 2 }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, days: 14 }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, days: 15 }] }, [1, 2]],
    [{ behaviors: [{ ...SWAPPED, filters: [{ field: 'pool', op: 'eq', value: 'dai' }] }] }, [1]],
    [{ behaviors: [{ ...SWAPPED, events: [{ type: 'event', event: 'page' }] }] }, [1, 2, 3]],
    [{ behaviors: [{ type: 'decoded_log', event: 'Transfer' }] }, [3]],
    [{ behaviors: [SWAPPED, { type: 'event', event: 'page' }] }, [2]],
    [{ behaviors: [SWAPPED, { type: 'event', event: 'page' }], logic: 'or' }, [1, 2, 3]],
    [{ conditions: [{ field: 'users.first_seen', op: 'gte', value: '2026-06-05' }] }, [3]],
    [
      {
        conditions: [{ field: 'users.first_seen', op: 'lt', value: '2026-05-20' }],
        behaviors: [SWAPPED],
      },
      [1],
    ],
  ])('for %j are %j', async (content, expected) => {
    expect(await walletsOf(content)).toEqual(expected);
  });

  it('are filtered by the conditions of the search', async () => {
    const conditions = [{ field: 'users.first_seen', op: 'gte', value: '2026-05-20' }];
    expect(await walletsOf({ behaviors: [SWAPPED] }, { conditions })).toEqual([2]);
    const or = { conditions: [...conditions, ...conditions], logic: 'or' };
    expect(await walletsOf({ behaviors: [SWAPPED] }, or)).toEqual([2]);
  });

  describe('with many filters', () => {
    /** Behaviors with the most expensive kind of filter, on the behavior itself and in its group. */
    const behaviorsWith = (count: number) => {
      const filters = Array.from({ length: 25 }, (_, n) => ({
        field: `p${n}`,
        op: 'nin',
        value: [n, 'x'],
      }));
      const behavior = { ...SWAPPED, filters, events: [{ ...SWAPPED, filters }] };
      return Array.from({ length: count / 50 }, () => behavior);
    };

    it('are found at the limit of filters, together with the most conditions of a search', async () => {
      const field = 'tokens.1.0x0000000000000000000000000000000000000001.balance';
      const conditions = Array(100).fill({ field, op: 'gt', value: 1 });
      expect(
        await walletsOf({ behaviors: behaviorsWith(500), conditions }, { conditions }),
      ).toEqual([]);
    });

    it('are not searched beyond the limit, because such a segment is not saved', async () => {
      expect(await create({ name: 's', behaviors: behaviorsWith(550) })).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'BAD_REQUEST',
            param: 'body.behaviors',
            message: expect.stringContaining('at most 500 filters together; these have 550'),
          },
        },
      });
      expect((await profiles.call('GET', '/v0/segments')).body.total).toBe(0);
    });

    it('cause a 400, not a 500, for a segment that was saved before the limit', async () => {
      await database.query(
        `INSERT INTO segments (id, project_id, name, logic, conditions, behaviors)
         VALUES ('seg_old', 'prj_1', 'old', 'and', '[]', $1)`,
        [JSON.stringify(behaviorsWith(1_000))],
      );
      const { status, body } = await profiles.call('POST', '/v0/profiles?segment_id=seg_old', {});
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: 'BAD_REQUEST',
        message:
          'The search has too many conditions. Use fewer of them, or a segment that has fewer.',
      });
    });
  });

  it('belong to its own project', async () => {
    expect(await walletsOf({ behaviors: [SWAPPED] }, {}, 'prj_2')).toEqual([4]);
  });
});

describe('segments of another workspace', () => {
  it('are neither found, searched, deleted nor created', async () => {
    await database.query(`INSERT INTO segments (id, project_id, name, logic, conditions, behaviors)
      VALUES ('seg_x', 'prj_3', 'theirs', 'and', '[]', '[{"type":"track","event":"swap"}]')`);
    for (const [method, path] of [
      ['GET', '/v0/segments/seg_x'],
      ['DELETE', '/v0/segments/seg_x'],
      ['POST', '/v0/profiles?segment_id=seg_x'],
      ['POST', '/v0/profiles?segment_id=seg_nowhere'],
    ] as const) {
      const answer = await profiles.call(method, path);
      expect([path, answer.status, answer.body.error.code]).toEqual([path, 404, 'NOT_FOUND']);
    }
    expect((await profiles.call('GET', '/v0/segments')).body.total).toBe(0);
    expect((await create({ name: 's', behaviors: [SWAPPED] }, 'prj_3')).status).toBe(404);
    expect(await database.query('SELECT id FROM segments')).toHaveLength(1);
  });

  it('a segment of another project is not found when the request names a project', async () => {
    const { body } = await create({ name: 's', behaviors: [SWAPPED] });
    const path = `/v0/profiles?segment_id=${body.id}&project_id=prj_2`;
    expect((await profiles.call('POST', path)).status).toBe(404);
  });
});

it('the list has pages, newest first, and can be limited to one project', async () => {
  for (const name of ['a', 'b', 'c']) await create({ name, behaviors: [SWAPPED] });
  await create({ name: 'other', behaviors: [SWAPPED] }, 'prj_2');
  const names = async (query: string) => {
    const { body } = await profiles.call('GET', `/v0/segments?${query}`);
    return [body.data.map(({ name }: { name: string }) => name), body.total, body.has_more];
  };
  expect(await names('project_id=prj_1&size=2')).toEqual([['c', 'b'], 3, true]);
  expect(await names('project_id=prj_1&size=2&page=2')).toEqual([['a'], 3, false]);
  expect(await names('')).toEqual([['other', 'c', 'b', 'a'], 4, false]);
  expect((await profiles.call('GET', '/v0/segments?size=201')).status).toBe(400);
  expect((await profiles.call('GET', '/v0/segments?project_id=prj_3')).status).toBe(404);
});
