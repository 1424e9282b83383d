// @vitest-environment happy-dom
// The outcome of wallet requests is computed only from their events.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { WalletRequestsPanels } from '../../src/dashboard/views/overview/requests-panels.js';
import { At } from './at.js';
import { mount } from './render.js';
import { textsOf } from './scripted-analytics.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const row = (kind: string, outcome: string, times: number, app = '', wallets = 0) => ({
  ...{ kind, outcome, times, app, wallets, by_backend: 0 },
  visitors: wallets + 1,
});

const draw = async (rows: readonly object[], hash = '#/overview?range=2026-03-01..2026-03-07') => {
  const run = vi.fn(async (_sql: string, _options: object) => ({ data: rows }));
  const root = await mount(
    <At hash={hash} client={{ query: { run } }}>
      <WalletRequestsPanels />
    </At>,
  );
  await act(pause);
  const [requests, apps] = [...root.querySelectorAll('.panel')].map((panel) => ({
    rows: [...panel.querySelectorAll('tbody tr')].map((one) => textsOf(one, 'th, td')),
    empty: panel.querySelector('.empty')?.innerHTML,
  }));
  return { requests, apps, run };
};

it('shows for each kind how many requests the user rejected and how many failed', async () => {
  const { requests, run } = await draw([
    row('connect', '', 6, 'MetaMask', 4),
    row('connect', '', 2, 'Rabby', 2),
    row('track', '', 2),
    row('signature', 'requested', 10),
    row('signature', 'confirmed', 7),
    row('signature', 'rejected', 2),
    row('signature', 'failed', 1),
    row('transaction', 'started', 20),
    row('transaction', 'broadcasted', 15),
    row('transaction', 'confirmed', 12),
    row('transaction', 'reverted', 2),
    row('transaction', 'rejected', 3),
    row('transaction', 'failed', 1),
    row('transaction', 'replaced', 1),
  ]);
  expect(requests?.rows).toEqual([
    ['Connection', '10', '8 80%', '2 20%', '0 0%'],
    ['Signature', '10', '7 70%', '2 20%', '1 10%'],
    ['Transaction', '20', '15 75%', '3 15%', '3 15%'],
  ]);
  expect(run).toHaveBeenCalledTimes(1);
  expect(run.mock.calls[0]?.[1]).toMatchObject({
    ...{ date_from: '2026-03-01', date_to: '2026-03-07' },
  });
});

it('counts results as requests if there is no event of the request', async () => {
  const { requests } = await draw([
    row('transaction', 'broadcasted', 3),
    row('transaction', 'rejected', 1),
    row('signature', 'confirmed', 2),
  ]);
  expect(requests?.rows).toEqual([
    ['Signature', '2', '2 100%', '0 0%', '0 0%'],
    ['Transaction', '4', '3 75%', '1 25%', '0 0%'],
  ]);
});

it('shows how many wallets of each kind connected, the most frequent first', async () => {
  const { apps } = await draw([
    row('connect', '', 9, 'Rabby', 2),
    row('connect', '', 6, '', 1),
    row('connect', '', 5, 'MetaMask', 4),
    row('signature', 'requested', 10),
  ]);
  expect(apps?.rows).toEqual([
    ['MetaMask', '5', '4'],
    ['Rabby', '3', '2'],
    ['Unknown', '2', '1'],
  ]);
});

it.each([
  ['', 'No wallet requests in this period.'],
  ['&filter=referrer:eq:x.com', 'Nothing matches the filters in this period.'],
])('without data and with "%s" it says so', async (filter, words) => {
  const { requests, apps } = await draw([], `#/overview?range=7d${filter}`);
  expect([requests?.empty, apps?.empty]).toEqual([words, words]);
});

it('applies filters and project, and runs no query if a filter cannot be applied', async () => {
  const { run } = await draw([], "#/overview?project=prj_1&filter=referrer:eq:o'neill.example");
  expect(run.mock.calls[0]?.[0]).toContain(
    "AND project_id = 'prj_1' AND (referrer = 'o\\'neill.example')",
  );
  const unasked = await draw([], '#/overview?filter=origin:eq:https://a.example');
  expect(unasked.run).not.toHaveBeenCalled();
  expect(unasked.requests?.empty).toBe('Not available with these filters.');
});
