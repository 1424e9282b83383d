// @vitest-environment happy-dom
// The title of the window names the board, chart or alert that is shown, so that tabs can be told
// apart.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeEach, expect, it, vi } from 'vitest';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { AlertPage } from '../../src/dashboard/views/alert.js';
import { Board } from '../../src/dashboard/views/board.js';
import { ChartEditor } from '../../src/dashboard/views/chart.js';
import { At } from './at.js';
import { mount } from './render.js';

beforeEach(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  document.title = 'Boards';
});

const never = () => new Promise(() => {});
const client = {
  boards: { retrieve: async () => ({ title: 'Growth', enabled: false }) },
  charts: {
    ...{ list: never, preview: never },
    retrieve: async () => ({ title: 'Swaps', chart_type: 'of a later release' }),
  },
  segments: { list: () => ({ toArray: never }) },
  alerts: {
    retrieve: async () => ({ name: 'Whales', recipient: [], trigger_filters: [] }),
    deliveries: never,
  },
};

it.each([
  ['Growth', <Board key="b" id="b" />],
  ['Swaps', <ChartEditor key="c" boardId="b" chart="c" />],
  ['New chart', <ChartEditor key="n" boardId="b" chart="new" />],
  ['Whales', <AlertPage key="a" id="a" />],
])('shows %s', async (title, view) => {
  await mount(
    <At hash="#/boards/b" client={client}>
      <KeyContext.Provider value={{ data: { scopes: [], projects: [] } } as never}>
        {view}
      </KeyContext.Provider>
    </At>,
  );
  await act(() => pause());
  expect(document.title).toBe(`${title} · Chaintrail`);
});
