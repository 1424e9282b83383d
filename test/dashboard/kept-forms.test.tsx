// @vitest-environment happy-dom
// Text typed in the forms of boards and labels is kept in the tab and restored when the form is
// opened again.
/** @jsxImportSource preact */
import { type ComponentChildren, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { draftStore } from '../../src/dashboard/state/storage.js';
import { BoardDialog } from '../../src/dashboard/views/board/board-dialog.js';
import { LabelDialog } from '../../src/dashboard/views/wallet/label-dialog.js';
import { At } from './at.js';
import { mount, remount, write } from './render.js';

beforeEach(() => draftStore.write(undefined));

const written = vi.fn(async (..._: unknown[]) => ({ id: 'brd_1' }));
const client = {
  boards: { create: written, update: written },
  profiles: { labels: { upsert: written } },
};
const key = { data: { scopes: [], projects: [{ id: 'p', name: 'P' }] } };

const at = (form: ComponentChildren) => (
  <At hash="#/boards" client={client}>
    <KeyContext.Provider value={key as never}>{form}</KeyContext.Provider>
  </At>
);
const open = (form: ComponentChildren) => mount(at(form));
const done = () => {};
const board = {
  ...{ id: 'brd_1', title: 'Now', description: '', enabled: true, updated_at: '2026-01-01' },
} as never;

const label = { id: 'tier', value: 'gold', chain: '' };

const FORMS: readonly (readonly [string, string, ComponentChildren, object])[] = [
  [
    'a new board',
    '[name=title]',
    <BoardDialog key="1" onClose={done} onSaved={done} />,
    { title: 'typed', description: null, isPublic: false, project_id: 'p' },
  ],
  [
    'a board',
    '[name=title]',
    <BoardDialog key="2" board={board} onClose={done} onSaved={done} />,
    // Without isPublic, which somebody else may have changed meanwhile.
    { title: 'typed', description: null },
  ],
  [
    'a new label',
    '[name=label]',
    <LabelDialog key="3" address="0x1" onClose={done} onWritten={done} />,
    { tag_id: 'typed', value: '' },
  ],
  [
    'a label',
    '[maxlength="1024"]',
    <LabelDialog key="4" address="0x1" label={label} onClose={done} onWritten={done} />,
    { tag_id: 'tier', value: 'typed' },
  ],
];

it.each(FORMS)('restores %s until it is saved or reset', async (_, field, form, body) => {
  const valueIn = (root: HTMLElement) => root.querySelector<HTMLInputElement>(field)?.value;
  const first = await open(form);
  const begin = valueIn(first);
  await write(first, field, 'typed');
  render(null, first);

  const anew = await open(form);
  expect(valueIn(anew)).toBe('typed');
  await act(() => anew.querySelector<HTMLButtonElement>('.restored button')?.click());
  expect(valueIn(anew)).toBe(begin);
  expect(draftStore.read()).toBeUndefined();
  await write(anew, field, 'typed');
  render(null, anew);

  const again = await open(form);
  await act(async () => again.querySelector('form')?.requestSubmit());
  expect(written.mock.lastCall).toContainEqual(body);
  expect(draftStore.read()).toBeUndefined();
});

it('does not restore edits of a board that was changed since', async () => {
  const first = await open(<BoardDialog board={board} onClose={done} onSaved={done} />);
  await write(first, '[name=title]', 'typed');
  render(null, first);
  const changed = { ...(board as object), title: 'Later', updated_at: '2026-01-02' } as never;
  const root = await open(<BoardDialog board={changed} onClose={done} onSaved={done} />);
  expect(root.querySelector<HTMLInputElement>('[name=title]')?.value).toBe('Later');
});

it('sends whether a board is public only if it was changed here', async () => {
  const form = (enabled: boolean) => (
    <BoardDialog board={{ ...(board as object), enabled } as never} onClose={done} onSaved={done} />
  );
  const root = await open(form(true));
  const box = root.querySelector<HTMLInputElement>('[type=checkbox]');
  await remount(root, at(form(false)));
  await act(async () => root.querySelector('form')?.requestSubmit());
  expect(written.mock.lastCall).toContainEqual({ title: 'Now', description: null });
  await act(() => box?.click());
  await act(async () => root.querySelector('form')?.requestSubmit());
  expect(written.mock.lastCall).toContainEqual({
    title: 'Now',
    description: null,
    isPublic: false,
  });
});

it.each([
  ['2', '2'],
  ['unknown', '1'],
])('with %s in the URL, a new board is in project %s', async (project, chosen) => {
  const projects = ['1', '2'].map((id) => ({ id, name: id }));
  const root = await mount(
    <At hash={`#/boards?project=${project}`} client={client}>
      <KeyContext.Provider value={{ data: { scopes: [], projects } } as never}>
        <BoardDialog onClose={done} onSaved={done} />
      </KeyContext.Provider>
    </At>,
  );
  expect(root.querySelector<HTMLSelectElement>('select')?.value).toBe(chosen);
});

it('is not saved twice, and its button keeps the focus meanwhile', async () => {
  written.mockClear();
  let end = () => {};
  written.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        end = () => resolve({ id: 'brd_1' });
      }),
  );
  const saved = vi.fn();
  const root = await open(<BoardDialog onClose={done} onSaved={saved} />);
  await write(root, '[name=title]', 'typed');
  const button = root.querySelector<HTMLButtonElement>('[type=submit]');
  button?.focus();
  for (const _ of [1, 2]) await act(async () => root.querySelector('form')?.requestSubmit());
  expect(written).toHaveBeenCalledTimes(1);
  expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(document.activeElement).toBe(button);
  await act(async () => end());
  expect(saved).toHaveBeenCalledTimes(1);
  await act(async () => root.querySelector('form')?.requestSubmit());
  expect(written).toHaveBeenCalledTimes(2);
});
