// @vitest-environment happy-dom
// Visitors are found by their ids, and listed on the page of the wallet that they connected.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import type { ComponentChildren } from 'preact';
import { act } from 'preact/test-utils';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Profile } from '../../src/client/answers.js';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { type VisitorRow, withIdSql } from '../../src/dashboard/state/read-visitors.js';
import { ScopeContext, useScopeOf } from '../../src/dashboard/state/scope.js';
import { SessionContext } from '../../src/dashboard/state/session.js';
import { NavigationContext, useAddress } from '../../src/dashboard/state/use-place.js';
import { Live } from '../../src/dashboard/views/live.js';
import { VisitorPage } from '../../src/dashboard/views/visitor.js';
import { WalletVisitors } from '../../src/dashboard/views/wallet/wallet-visitors.js';
import { NOON } from './event-row.js';
import { mount, write } from './render.js';
import { textsOf } from './scripted-analytics.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const DAY_MS = 86_400_000;
const ADDRESS = `0x${'1'.repeat(40)}`;

const visitorOf = (visitor: Partial<VisitorRow>): VisitorRow => ({
  ...{ anonymous_id: '5f0c2f0a-7b7e-4c0a', users: [], wallets: [] },
  ...{ events_told: 3, first_ms: NOON, last_ms: NOON },
  ...visitor,
});

const run = vi.fn(async (_sql: string, _options: object) => ({ data: [] as unknown[], total: 0 }));

beforeEach(() => {
  run.mockReset().mockResolvedValue({ data: [], total: 0 });
});

function Around({ children }: { readonly children: ComponentChildren }) {
  const navigation = useAddress();
  return (
    <SessionContext.Provider value={{ client: { query: { run } } } as never}>
      <NavigationContext.Provider value={navigation}>
        <ScopeContext.Provider value={useScopeOf(navigation.place)}>
          <KeyContext.Provider value={{ data: undefined } as never}>{children}</KeyContext.Provider>
        </ScopeContext.Provider>
      </NavigationContext.Provider>
    </SessionContext.Provider>
  );
}

const show = async (hash: string, part: ComponentChildren) => {
  location.hash = hash;
  const root = await mount(<Around>{part}</Around>);
  await act(() => pause());
  return root;
};

const linksOf = (root: ParentNode, selector: string) =>
  [...root.querySelectorAll(`${selector} a`)].map((link) => link.getAttribute('href'));

describe('a search for visitors', () => {
  it('begins on Live, and keeps the days and the project', async () => {
    const root = await show('#/live?range=30d&project=prj_1', <Live />);
    await write(root, 'input[type=search]', ' user-1 ');
    await act(() => root.querySelector<HTMLFormElement>('.find')?.requestSubmit());
    expect(location.hash).toBe('#/live?range=30d&project=prj_1&find=user-1');
  });

  it('reads the days and the project of the URL, and cannot end the string of its query', async () => {
    const days = 'range=2026-03-01..2026-03-14';
    const root = await show(`#/live?${days}&project=prj_1&find=it%27s%5C`, <Live />);
    const [sql = '', options] = run.mock.lastCall ?? [];
    expect(sql).toContain(withIdSql("it's\\", 'prj_1'));
    expect(sql.match(/user_id = '[^,]*?'(?= OR)/g)).toEqual([
      "user_id = 'it\\'s\\\\'",
      "user_id = 'it\\'s\\\\'",
    ]);
    expect(sql.match(/BETWEEN \{date_from\} AND \{date_to\}/g)).toHaveLength(2);
    expect(sql.match(/project_id = 'prj_1'/g)).toHaveLength(2);
    expect(options).toMatchObject({ date_from: '2026-03-01', date_to: '2026-03-14' });
    expect(root.querySelector('.problem-title')?.textContent).toBe(
      "No visitors match “it's\\” in this period",
    );
    const found = '&project=prj_1&find=it%27s%5C';
    expect(linksOf(root, '.empty')).toEqual([
      `#/live?range=365d${found}`,
      `#/wallets?${days}${found}`,
    ]);
  });

  it('links to the pages of the visitors, and from there back to the search', async () => {
    const wallets = [ADDRESS, `0x${'2'.repeat(40)}`];
    const users = ['user-1', 'user-2'];
    const data = [
      visitorOf({ users, wallets }),
      visitorOf({ anonymous_id: '', users: ['user-1'], wallets: [] }),
    ];
    run.mockResolvedValue({ data, total: 1_002 });
    const root = await show('#/live?range=30d&find=user-1', <Live />);
    expect(root.querySelector('h1')?.textContent).toBe('Visitors');
    expect(root.querySelector('input')?.value).toBe('user-1');
    expect(textsOf(root, 'tbody th')).toEqual(['5f0c2f0a', 'without anonymous id']);
    const visitor = '#/live/5f0c2f0a-7b7e-4c0a?range=30d&find=user-1';
    expect(linksOf(root, 'tbody th')).toEqual([visitor]);
    expect(linksOf(root, 'tbody td')).toEqual(
      wallets.map((address) => `#/wallets/${address}?range=30d`),
    );
    expect(textsOf(root, 'tbody td').slice(0, 1)).toEqual(['user-1, user-2']);
    expect(textsOf(root, '.panel .note')).toEqual(['and 1,000 more, last seen earlier']);

    run.mockResolvedValue({ data: [], total: 0 });
    const page = await show(visitor, <VisitorPage anonymousId="5f0c2f0a-7b7e-4c0a" />);
    expect(textsOf(page, '.back')).toEqual(['Visitors']);
    expect(page.querySelector('.back')?.getAttribute('href')).toBe('#/live?range=30d&find=user-1');
    expect(linksOf(page, '.empty')).toEqual(['#/live/5f0c2f0a-7b7e-4c0a?range=365d&find=user-1']);
  });

  it('says why it failed', async () => {
    run.mockRejectedValue(new Error('no answer'));
    const root = await show('#/live?find=user-1', <Live />);
    expect(root.querySelector('.problem')).not.toBeNull();
    expect(root.querySelector('.empty')).toBeNull();
  });
});

describe('the visitors of a wallet', () => {
  const showWallet = (activity_dates: readonly string[], hash = `#/wallets/${ADDRESS}`) =>
    show(hash, <WalletVisitors profile={{ address: ADDRESS, activity_dates } as Profile} />);

  it('are read from its first day on, whatever days are chosen', async () => {
    const root = await showWallet(['2025-01-02', '2026-03-14'], '#/wallets/x?range=1d');
    const [sql, options] = run.mock.lastCall ?? [];
    expect(sql).toContain(`address = '${ADDRESS}' AND anonymous_id != ''`);
    expect(options).toMatchObject({ date_from: '2025-01-02' });
    expect(root.textContent).toBe('none');
  });

  it('are a link if there is only one', async () => {
    run.mockResolvedValue({ data: [visitorOf({})], total: 1 });
    const root = await showWallet(['2026-03-14'], '#/wallets/x?range=2026-03-14..2026-03-15');
    expect(root.querySelector('details')).toBeNull();
    expect(linksOf(root, 'li')).toEqual(['#/live/5f0c2f0a-7b7e-4c0a?range=2026-03-14..2026-03-15']);
    expect(root.querySelector('a')?.title).toBe('Visitor 5f0c2f0a-7b7e-4c0a');
  });

  it('are listed with the number of those left out, on days that have their events', async () => {
    const data = [
      visitorOf({ anonymous_id: 'a1', first_ms: NOON - 9 * DAY_MS }),
      visitorOf({ anonymous_id: 'a2', first_ms: NOON - 9 * DAY_MS, last_ms: NOON - 2 * DAY_MS }),
      visitorOf({ anonymous_id: 'a3', first_ms: NOON + DAY_MS, last_ms: NOON + 2 * DAY_MS }),
    ];
    run.mockResolvedValue({ data, total: 25 });
    const root = await showWallet(['2026-03-05'], '#/wallets/x?range=2026-03-13..2026-03-14');
    expect(textsOf(root, 'summary')).toEqual(['25 visitors']);
    expect(linksOf(root, 'li')).toEqual([
      '#/live/a1?range=2026-03-13..2026-03-14',
      '#/live/a2?range=2026-03-05..2026-03-12',
      '#/live/a3?range=2026-03-15..2026-03-16',
    ]);
    expect(textsOf(root, 'p')).toEqual(['and 22 more, last seen earlier']);
  });
});
