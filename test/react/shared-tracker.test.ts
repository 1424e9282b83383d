// @vitest-environment happy-dom
// The lifetime of a tracker that several providers share, or that no provider mounted.
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

/** A provider with a component that tracks an event while it renders, as it should not. */
const provide = ({ options }: Spy, ...more: React.ReactNode[]) => {
  const { createElement: h } = kit.React;
  const Tells = () => {
    kit.sdk.useTracker().track('rendered');
    return 'there';
  };
  return h(kit.sdk.TrackerProvider, { options }, h(Tells), ...more);
};

/** Waits until an unmounted tracker is closed, and with it all that were unmounted before. */
const closeAnother = async () => {
  const another = spyOn();
  await (await mount(kit, provide(another))).unmount();
  await eventually(() => another.trackers[0] === 'closed');
};

it('stays open as long as one of its providers is mounted', async () => {
  const spy = spyOn();
  await mount(kit, provide(spy));
  await (await mount(kit, provide(spy))).unmount();
  await closeAnother();
  expect(spy.trackers).toEqual(['open']);
});

it('is closed if its render was discarded after tracking an event', async () => {
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

it('created without a page is replaced by one of the page', async () => {
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

it('is a separate one for another apiHost with the same write key', async () => {
  const [one, other] = [spyOn(), spyOn()];
  const options = { ...other.options, writeKey: one.options.writeKey, apiHost: 'http://[::1]:9' };
  await mount(kit, provide(one));
  await mount(kit, provide({ ...other, options }));
  expect([one.names(), other.names()]).toEqual([['rendered'], ['rendered']]);
});

it('is the one that the app passes, also after it passed another one', async () => {
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
