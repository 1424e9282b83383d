// @vitest-environment happy-dom
// Live events apply the current filters, or say that they cannot.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { EventRow } from '../../src/dashboard/state/events.js';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { askFailedAgain } from '../../src/dashboard/state/use-answer.js';
import { Live } from '../../src/dashboard/views/live.js';
import { LivePanel } from '../../src/dashboard/views/overview/live-panel.js';
import { At } from './at.js';
import { rowOf } from './event-row.js';
import { mount, remount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const run = vi.fn(async (_sql: string) => ({ data: [] as EventRow[] }));

beforeEach(() => run.mockClear());

const NO_PROJECTS = { data: undefined, error: undefined, isPending: true } as never;

const at = (hash: string, View: typeof Live | typeof LivePanel) => (
  <At hash={hash} client={{ query: { run } }}>
    <KeyContext.Provider value={NO_PROJECTS}>
      <View />
    </KeyContext.Provider>
  </At>
);

const show = async (view: typeof Live | typeof LivePanel, hash: string) => {
  const root = await mount(at(hash, view));
  await act(() => pause());
  return root;
};

const GERMANS = 'filter=location%3Aeq%3ADE';

it.each([
  ['the view', Live, '#/live'],
  ['the panel of the overview', LivePanel, '#/overview'],
] as const)('%s shows only matching events, and says if there are none', async (_, view, hash) => {
  const root = await show(view, `${hash}?${GERMANS}&filter=event%3Ain%3Aa%7Cb`);
  expect(run.mock.lastCall?.[0]).toContain(
    "today() - 1 AND (location = 'DE') AND (event IN ('a', 'b')) ORDER BY",
  );
  expect(root.textContent).toContain('No events that match the filters since yesterday');
  expect(root.textContent).not.toContain('filters not applied');
});

it.each([Live, LivePanel])('shows all if a filter has no column in events', async (view) => {
  const root = await show(view, `#/live?${GERMANS}&filter=origin%3Aeq%3Ax.com`);
  expect(run.mock.lastCall?.[0]).toContain('today() - 1 ORDER BY');
  expect(root.textContent).toContain('Updates automatically, filters not applied');
  expect(root.textContent).toContain('No events since yesterday');
});

const press = (root: Element, name: string) =>
  act(async () => {
    const buttons = [...root.querySelectorAll('button')];
    buttons.find(({ textContent }) => textContent?.trim() === name)?.click();
    await pause();
  });

it('reads until the first answer, also if it is paused before', async () => {
  run.mockRejectedValueOnce(new Error('The wire is cut.'));
  const root = await show(Live, '#/live');
  await press(root, 'Pause');
  expect(root.textContent).toContain('The wire is cut.');
  await press(root, 'Try again');
  expect(root.textContent).toContain('No events since yesterday');
  expect(root.textContent).toContain('Paused');
  run.mockClear();
  await act(() => askFailedAgain());
  expect(run).not.toHaveBeenCalled();
});

it('shows no failure of before a pause during it', async () => {
  const root = await show(Live, '#/live');
  run.mockRejectedValueOnce(new Error('The wire is cut.'));
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await pause();
  });
  expect(root.textContent).toContain('The wire is cut.');
  await press(root, 'Pause');
  expect(root.textContent).not.toContain('The wire is cut.');
  expect(root.textContent).toContain('No events since yesterday');
});

it('starts again with other filters, also if it was paused', async () => {
  const root = await show(Live, '#/live');
  await press(root, 'Pause');
  expect(root.textContent).toContain('Paused');
  run.mockClear();
  await remount(root, at(`#/live?${GERMANS}`, Live));
  await act(() => pause());
  expect(run.mock.lastCall?.[0]).toContain("location = 'DE'");
  expect(root.textContent).not.toContain('Paused');
});

it('says whose each event is: a wallet, a visitor, or a user of a backend', async () => {
  const address = `0x${'1'.repeat(40)}`;
  run.mockResolvedValue({
    data: [
      rowOf({ message_id: 'm1', address, anonymous_id: '5f0c2f0a-7b7e-4c0a', user_id: 'user-1' }),
      rowOf({ message_id: 'm2', anonymous_id: '5f0c2f0a-7b7e-4c0a', user_id: 'user-1' }),
      rowOf({ message_id: 'm3', anonymous_id: '', user_id: 'user-1' }),
    ],
  });
  const root = await show(Live, '#/live');
  const who = [...root.querySelectorAll('.event-who')];
  expect(who.map((one) => one.querySelector('a')?.title)).toEqual([
    address,
    'Visitor 5f0c2f0a-7b7e-4c0a',
    undefined,
  ]);
  expect(who.slice(1).map(({ textContent }) => textContent)).toEqual([
    'visitor 5f0c2f0a',
    'user user-1',
  ]);
});
