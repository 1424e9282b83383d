// @vitest-environment happy-dom
// Unsaved edits are restored only if the chart did not change since: otherwise they would undo
// edits of others.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { ChartEditor } from '../../src/dashboard/views/chart.js';
import { At } from './at.js';
import { mount, write } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const open = async (title: string, updatedAt: string) => {
  const chart = { id: 'c', chart_type: 'table', title, query: 'SELECT 1', updated_at: updatedAt };
  const charts = {
    retrieve: async () => chart,
    preview: async () => ({ data: [], meta: [] }),
  };
  const root = await mount(
    <At hash="#/boards/b?chart=c" client={{ boards: { retrieve: async () => ({}) }, charts }}>
      <ChartEditor boardId="b" chart="c" />
    </At>,
  );
  await act(() => pause());
  const field = root.querySelector<HTMLInputElement>('[name=title]');
  if (field === null) throw new Error('There is no form.');
  return { root, field };
};

it('restores the title of an unchanged chart only', async () => {
  const { root } = await open('One', '2026-03-01T00:00:00Z');
  await write(root, '[name=title]', 'Mine');
  render(null, root);
  const same = await open('One', '2026-03-01T00:00:00Z');
  expect(same.field.value).toBe('Mine');
  const changed = await open('Theirs', '2026-03-02T00:00:00Z');
  expect(changed.field.value).toBe('Theirs');
});
