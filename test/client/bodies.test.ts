// What methods put into the body of a call, and what into its address.
import { expect, it } from 'vitest';
import { Chaintrail } from '../../src/client/index.js';
import { json, scriptedServer } from './scripted-server.js';

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const CONTRACT = { name: 'n', chain: 1, address: ADDRESS, abi: '[]', events: [] };
const CONDITIONS = [{ field: 'users.tx_count', op: 'gt' as const, value: 1 }];
const HISTORY = [{ role: 'user' as const, content: 'How many?' }];
const DAYS = { date_from: '2026-01-01', date_to: '2026-01-31' };
const PAGE = { type: 'page', channel: 'server', version: '0' } as const;
const project_id = 'prj_1';
const IN_PROJECT = '?project_id=prj_1';

it.each<[string, (client: Chaintrail) => Promise<unknown>, body: unknown, search?: string]>([
  ['a board', (c) => c.boards.create({ title: 't', project_id }), { title: 't' }, IN_PROJECT],
  ['a segment', (c) => c.segments.create({ name: 's', project_id }), { name: 's' }, IN_PROJECT],
  [
    'a contract in the place of another',
    (c) => c.contracts.replace({ ...CONTRACT, project_id }),
    CONTRACT,
    IN_PROJECT,
  ],
  [
    'the deletion of a label',
    (c) => c.profiles.labels.delete(ADDRESS, { tag_id: 'vip', chain_id: '1', project_id }),
    { tag_id: 'vip', chain_id: '1' },
    IN_PROJECT,
  ],
  [
    'the deletion of a person',
    (c) => c.profiles.forget({ user_id: 'u', linked: true, project_id }),
    { user_id: 'u', linked: true },
    IN_PROJECT,
  ],
  [
    'a search',
    (c) => c.profiles.search({ conditions: CONDITIONS, logic: 'or', limit: 5 }),
    { conditions: CONDITIONS, logic: 'or' },
    '?limit=5',
  ],
  [
    'a question in words',
    (c) => c.chat.ask('And today?', { history: HISTORY }),
    { message: 'And today?', history: HISTORY },
  ],
  ['a query', (c) => c.query.run('SELECT 1', DAYS), { query: 'SELECT 1', ...DAYS }],
  [
    'an event without a list around it, whose name is null',
    (c) => c.events.ingest({ ...PAGE, message_id: null } as never, { writeKey: 'wk' }),
    [{ ...PAGE, message_id: expect.any(String) }],
  ],
])('%s', async (_, call, body, search = '') => {
  const server = scriptedServer(json({ data: [], meta: { total: 0, offset: 0 } }));
  await call(new Chaintrail({ apiKey: 'k', fetch: server.fetch }));
  expect(server.asked).toMatchObject([{ url: { search } }]);
  expect(server.asked[0]?.body).toEqual(body);
});
