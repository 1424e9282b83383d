// @vitest-environment happy-dom
// The function of useTrackEvent records its current event with the current tracker.
import { expect, test } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import { loadReact, REACTS } from './load-react.js';
import { mount } from './render.js';

test.each(REACTS)('follows a change of the event or the tracker, on React %s', async (version) => {
  const kit = (await loadReact(version))();
  const told: unknown[] = [];
  const createTracker = (name: string) =>
    ({ track: (...input: unknown[]) => told.push([name, ...input]) }) as unknown as Tracker;
  const Child = ({ event }: { event: string }) => {
    kit.sdk.useTrackEvent(event)({ id: 7 }, { context: { page_title: 'Mint' } });
    return null;
  };
  const app = (tracker: Tracker, event: string) => {
    const child = kit.React.createElement(Child, { event });
    return kit.React.createElement(kit.sdk.TrackerProvider, { tracker, children: child });
  };
  const [first, second] = [createTracker('first'), createTracker('second')];
  const { render } = await mount(kit, app(first, 'minted'));
  await render(app(first, 'burned'));
  await render(app(second, 'burned'));
  const input = [{ id: 7 }, { context: { page_title: 'Mint' } }];
  expect(told).toEqual([
    ['first', 'minted', ...input],
    ['first', 'burned', ...input],
    ['second', 'burned', ...input],
  ]);
});
