// @vitest-environment happy-dom
// Views that are rendered but not visible: a view is recorded each time it becomes visible, and not
// before.
import { beforeAll, expect, it } from 'vitest';
import { loadReact, type ReactKit } from './load-react.js';
import { mount, spyOn } from './render.js';

let kit: ReactKit;
beforeAll(async () => {
  kit = (await loadReact('19'))();
});

/** An app in Strict Mode with one view, which `wrap` places in other elements. */
const openView = (wrap: (view: React.ReactNode) => React.ReactNode = (view) => view) => {
  const { createElement: h, StrictMode } = kit.React;
  const { options, names } = spyOn();
  const View = () => {
    kit.sdk.usePageView({ name: 'Swap' });
    return null;
  };
  const app = () =>
    h(StrictMode, null, h(kit.sdk.TrackerProvider, { options, children: wrap(h(View)) }));
  return { app, names };
};

it('usePageView records a view again after <Activity> hid it, as Next does with routes', async () => {
  let mode: 'visible' | 'hidden' = 'visible';
  const { Activity, createElement: h } = kit.React;
  const { app, names } = openView((children) => h(Activity, { mode, children }));
  const { render } = await mount(kit, app());
  mode = 'hidden';
  await render(app());
  expect(names()).toEqual(['page']);
  mode = 'visible';
  await render(app());
  expect(names()).toEqual(['page', 'page']);
});

it('usePageView records a view of a prerendered page once the page is visited', async () => {
  const { app, names } = openView();
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  const { render } = await mount(kit, app());
  await render(app());
  expect(names()).toEqual([]);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  await render(app());
  expect(names()).toEqual(['page']);
});

it('usePageView does not record a prerendered view that is gone or changed at the time of the visit', async () => {
  const { createElement: h } = kit.React;
  const spy = spyOn();
  const View = ({ name }: { name: string }) => {
    kit.sdk.usePageView({ name });
    return null;
  };
  const app = (...views: string[]) =>
    h(kit.sdk.TrackerProvider, {
      options: spy.options,
      children: views.map((name, key) => h(View, { key, name })),
    });
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  const { render } = await mount(kit, app('one', 'gone'));
  await render(app('two'));
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(spy.events.map(({ properties }) => properties?.name)).toEqual(['two']);
});
