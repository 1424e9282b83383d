// @vitest-environment happy-dom
// The funnel from visit to transaction, for all visitors and by groups.
/** @jsxImportSource preact */
import { beforeAll, expect, it, vi } from 'vitest';
import { JourneyPanel } from '../../src/dashboard/views/overview/journey-panel.js';
import { At } from './at.js';
import { mount } from './render.js';
import { scriptedAnalytics, textsOf } from './scripted-analytics.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const counts: Readonly<Record<string, readonly number[]>> = {
  Others: [6, 0, 0],
  'x.com': [5, 4, 2],
  Direct: [3, 1, 0],
};
const draw = async (hash: string, go = () => {}) => {
  const { analytics, asked, answerAll } = scriptedAnalytics({
    funnel: ({ group_by: by }) =>
      Object.entries(by === undefined ? { '': [14, 5, 2] } : counts).flatMap(([group, users]) =>
        users.map((count, index) => ({
          ...(by === undefined ? {} : { [String(by)]: group }),
          ...{ step: index + 1, users: count, converted: count },
          overall_rate: count / (users[0] ?? 1),
        })),
      ),
  });
  const root = await mount(
    <At hash={hash} client={{ analytics }} go={go}>
      <JourneyPanel />
    </At>,
  );
  await answerAll();
  return { root, asked };
};
const cellsOf = (root: ParentNode) =>
  [...root.querySelectorAll('tr')].map((row) => textsOf(row, 'th, td'));

it('shows all visitors at first', async () => {
  const { root, asked } = await draw('#/overview');
  expect(asked[0]?.[1]).not.toHaveProperty('group_by');
  expect(textsOf(root, '.funnel-users')).toEqual(['14', '5', '2']);
  expect(cellsOf(root)).toEqual([]);
  expect(root.querySelector('select')?.value).toBe('');
});

it('shows each source in addition to the total', async () => {
  const { root, asked } = await draw('#/overview?by=referrer');
  expect(asked[0]?.[1]).toMatchObject({ group_by: 'referrer' });
  expect(textsOf(root, '.funnel-users')).toEqual(['14', '5', '2']);
  expect(cellsOf(root)).toEqual([
    ['Referrer', 'Visitors', 'Connected', 'Sent'],
    ['x.com', '5', '4 80%', '2 40%'],
    ['Direct', '3', '1 33.3%', '0 0%'],
    ['Others', '6', '0 0%', '0 0%'],
  ]);
});

it.each([
  ['referrer', ['x.com', 'Direct']],
  // There is no filter by channel.
  ['channel_type', []],
])('can be filtered by a group of %s', async (by, expected) => {
  const go = vi.fn();
  const { root } = await draw(`#/overview?by=${by}`, go);
  expect(textsOf(root, 'tbody button')).toEqual(expected);
  for (const button of root.querySelectorAll<HTMLElement>('tbody button')) button.click();
  expect(go.mock.calls.map(([to]) => to.filters)).toEqual(
    expected.map((name) => [
      name === 'Direct'
        ? { field: by, op: 'isEmpty', value: '' }
        : { field: by, op: 'eq', value: name },
    ]),
  );
});

it('keeps the other options of the URL when another grouping is selected', async () => {
  const go = vi.fn();
  const { root } = await draw('#/overview?by=referrer&source=os', go);
  const select = root.querySelector('select');
  if (select === null) throw new Error('There is nothing to choose by.');
  for (const chosen of ['utm_campaign', '']) {
    select.value = chosen;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
  expect(go.mock.calls).toEqual([
    [{ options: { by: 'utm_campaign', source: 'os' } }],
    [{ options: { source: 'os' } }],
  ]);
});
