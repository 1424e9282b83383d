// @vitest-environment happy-dom
// How long the tracker of a project lives that several providers share, or that none came to hold.
import { beforeAll, expect, it } from 'vitest';
import type { Tracker } from '../../src/core/tracker-types.js';
import { eventually } from '../support/eventually.js';
import { loadReact, type ReactKit } from './load-react.js';
import { mount, spyOn } from './render.js';

let kit: ReactKit;
beforeAll(async () => {
  kit = (await loadReact('19'))();
});

type Spy = ReturnType<typeof spyOn>;

/** A provider with a component that tells an event as it renders, as it should not. */
const provide = ({ options }: Spy, ...more: React.ReactNode[]) => {
  const { createElement: h } = kit.React;
  const Tells = () => {
    kit.sdk.useTracker().track('rendered');
    return 'there';
  };
  return h(kit.sdk.TrackerProvider, { options }, h(Tells), ...more);
};

/** All that was to be closed by now is: what is left later is closed later. */
const closeAnother = async () => {
  const another = spyOn();
  await (await mount(kit, provide(another))).unmount();
  await eventually(() => another.trackers[0] === 'closed');
};

it('stays open for as long as one of its providers is there', async () => {
  const spy = spyOn();
  await mount(kit, provide(spy));
  await (await mount(kit, provide(spy))).unmount();
  await closeAnother();
  expect(spy.trackers).toEqual(['open']);
});

it('of a render that is discarded and told something, is closed', async () => {
  const spy = spyOn();
  const { createElement: h, Suspense } = kit.React;
  const never = new Promise<never>(() => {});
  const Suspends = () => {
    throw never;
  };
  const App = () => provide(spy, h(Suspends));
  await mount(kit, h(Suspense, { fallback: 'waiting' }, h(App)));
  expect(spy.trackers).toContain('open');
  await eventually(() => !spy.trackers.includes('open'));
});

it('made where there was no page, gives way to one of the page', async () => {
  const spy = spyOn();
  const page = Object.getOwnPropertyDescriptor(globalThis, 'document') as PropertyDescriptor;
  Object.defineProperty(globalThis, 'document', { configurable: true, value: undefined });
  try {
    expect(kit.server.renderToString(provide(spy))).toBe('there');
  } finally {
    Object.defineProperty(globalThis, 'document', page);
  }
  expect(spy.names()).toEqual([]);
  await mount(kit, provide(spy));
  expect(spy.names()).toEqual(['rendered']);
  expect(spy.trackers).toEqual(['open']);
});

it('is another for another host of the same write key', async () => {
  const [one, other] = [spyOn(), spyOn()];
  const options = { ...other.options, writeKey: one.options.writeKey, apiHost: 'http://[::1]:9' };
  await mount(kit, provide(one));
  await mount(kit, provide({ ...other, options }));
  expect([one.names(), other.names()]).toEqual([['rendered'], ['rendered']]);
});

it('is the one that the app hands over, also after another', async () => {
  const told: string[] = [];
  const { createElement: h, useEffect } = kit.React;
  const Tells = () => {
    const tracker = kit.sdk.useTracker();
    useEffect(() => tracker.track('shown'), [tracker]);
    return null;
  };
  const app = (name: string) => {
    const tracker = { track: () => void told.push(name) } as unknown as Tracker;
    return h(kit.sdk.TrackerProvider, { tracker, children: h(Tells) });
  };
  const { render } = await mount(kit, app('one'));
  await render(app('two'));
  expect(told).toEqual(['one', 'two']);
});
