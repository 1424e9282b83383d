// @vitest-environment happy-dom
// Boards, alerts and contracts are listed completely, also if the API returns several pages.
/** @jsxImportSource preact */
import { beforeAll, it, vi } from 'vitest';
import { Chaintrail } from '../../src/client/index.js';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { Alerts } from '../../src/dashboard/views/alerts.js';
import { Boards } from '../../src/dashboard/views/boards.js';
import { ContractsPanel } from '../../src/dashboard/views/settings/contracts-panel.js';
import { eventually } from '../support/eventually.js';
import { At } from './at.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const ONE = {
  ...{ project_id: 'p', title: 'Mine', name: 'Mine', enabled: true, isPublic: false, charts: 0 },
  ...{
    trigger_type: 'event',
    trigger_filters: [],
    recipient: [],
    status: 'active',
    address: '0x1',
    chain: 1,
  },
  ...{
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    events: [],
    abi: [],
  },
};
const key = { data: { scopes: ['contracts:read'], projects: [{ id: 'p', name: 'P' }] } };

/** Returns one of two items on each page, and no segments. */
const fetch = vi.fn(async (input: URL | RequestInfo) => {
  const { pathname, searchParams } = new URL(String(input instanceof Request ? input.url : input));
  const page = Number(searchParams.get('page') ?? 1);
  const isEmpty = pathname.endsWith('/segments');
  const data = isEmpty ? [] : [{ ...ONE, id: `${page}`, contract_id: `${page}` }];
  return Response.json({ data, total: 2, page, size: 1, has_more: !isEmpty && page < 2 });
});
const client = new Chaintrail({
  apiKey: 'k',
  baseURL: 'http://x',
  fetch,
  dangerouslyAllowBrowser: true,
});

it.each([
  ['boards', <Boards key="1" />],
  ['alerts', <Alerts key="2" />],
  ['contracts', <ContractsPanel key="3" />],
])('lists all %s', async (_, view) => {
  const root = await mount(
    <At hash="#/" client={client}>
      <KeyContext.Provider value={key as never}>{view}</KeyContext.Provider>
    </At>,
  );
  await eventually(() => root.querySelectorAll('tbody tr').length === 2);
});
