// @vitest-environment happy-dom
// Unsaved edits of a chart are kept until it is saved or the form is cancelled, and no longer.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { newDraft } from '../../src/dashboard/state/chart-draft.js';
import { draftStore } from '../../src/dashboard/state/storage.js';
import { ChartForm } from '../../src/dashboard/views/chart/chart-form.js';
import { At } from './at.js';
import { mount, write as writeIn } from './render.js';

beforeEach(() => draftStore.write(undefined));

const begin = newDraft();
const ANSWER = { data: [], meta: [{ name: 'other', type: 'UInt64' }] };

/** A form whose previews are answered when the test says so. */
const openForm = async () => {
  const looks: ((answer?: unknown) => Promise<void>)[] = [];
  const preview = () =>
    new Promise((resolve) => {
      looks.push((answer = ANSWER) => {
        resolve(answer);
        return pause();
      });
    });
  const create = vi.fn(async () => ({}));
  const go = vi.fn();
  const root = await mount(
    <At hash="#/boards/b?chart=new" client={{ charts: { preview, create } }} go={go}>
      <ChartForm boardId="b" chartId={undefined} begin={begin} />
    </At>,
  );
  const write = (field: string, text: string) => writeIn(root, field, text);
  const press = (name: string) =>
    act(async () => {
      const all = [...root.querySelectorAll<HTMLElement>('button, a')];
      const found = all.find((one) => one.textContent === name);
      if (found === undefined) throw new Error(`There is no ${name}.`);
      if (found.matches('[type=submit]')) root.querySelector('form')?.requestSubmit();
      else found.click();
    });
  return { root, looks, create, go, write, press };
};

it('drops the edits when it is saved while a preview is running, which is answered later', async () => {
  const { looks, create, go, write, press } = await openForm();
  await write('textarea', 'SELECT 1 AS other');
  expect(draftStore.read()).toContain('SELECT 1 AS other');
  await write('[name=title]', 'One');
  await press('Run');
  await press('Save the chart');
  const [first, asked, saved] = looks;
  await first?.();
  await saved?.();
  expect(create).toHaveBeenCalledTimes(1);
  expect(go).toHaveBeenCalledTimes(1);
  await asked?.();
  expect(draftStore.read()).toBeUndefined();
});

it('drops the edits when it is cancelled while a preview is running', async () => {
  const { looks, write, press } = await openForm();
  await write('textarea', 'SELECT 1 AS other');
  await press('Run');
  await press('Cancel');
  for (const answer of looks) await answer();
  expect(draftStore.read()).toBeUndefined();
});

it('stays empty when the form is removed while a preview is running', async () => {
  const { root, looks, write, press } = await openForm();
  await write('textarea', 'SELECT 1 AS other');
  await press('Run');
  render(null, root);
  draftStore.write(undefined);
  for (const answer of looks) await answer();
  expect(draftStore.read()).toBeUndefined();
});

const REFUSED = { data: [], meta: [], error: 'There is no column x.' };

it.each([
  ['a look at it before is answered only then', () => ANSWER, 'after'],
  ['a look at it before had no answer', () => Promise.reject(new Error('gone')), 'before'],
])('shows why the chart is not saved when %s', async (_, answer, when) => {
  const { root, looks, create, write, press } = await openForm();
  const [first] = looks;
  if (when === 'before') await act(() => first?.(answer()));
  await write('textarea', 'SELECT x');
  await write('[name=title]', 'One');
  await press('Save the chart');
  await act(() => looks[1]?.(REFUSED));
  if (when === 'after') await act(() => first?.(answer()));
  expect(root.querySelector('.preview [role=alert]')?.textContent).toContain(REFUSED.error);
  expect(create).not.toHaveBeenCalled();
});
