// @vitest-environment happy-dom
// What React 19 hides and shows again by <Activity>, as Next keeps its routes: each time it shows is a view.
import { expect, it } from 'vitest';
import { loadReact } from './load-react.js';
import { mount, spyOn } from './render.js';

it('usePageView tells a view again that was hidden meanwhile', async () => {
  const kit = (await loadReact('19'))();
  const { Activity, createElement: h, StrictMode } = kit.React;
  const { options, names } = spyOn();
  const View = () => {
    kit.sdk.usePageView({ name: 'Swap' });
    return null;
  };
  const app = (mode: 'visible' | 'hidden') =>
    h(
      StrictMode,
      null,
      h(kit.sdk.TrackerProvider, { options }, h(Activity, { mode, children: h(View) })),
    );
  const { render } = await mount(kit, app('visible'));
  await render(app('hidden'));
  expect(names()).toEqual(['page']);
  await render(app('visible'));
  expect(names()).toEqual(['page', 'page']);
});
