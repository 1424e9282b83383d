// The plugins of the package in real Chromium, bundled as in an app: outbound links and web vitals.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../size/bundle.js';
import type { ArrivedEvent } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';
import { createTagWorld } from './world.js';

const world = createTagWorld();
let code = '';

beforeAll(async () => {
  code = await bundle(`
    import { createTracker } from 'chaintrail';
    import { outboundLinks } from 'chaintrail/plugins/outbound-links';
    import { webVitals } from 'chaintrail/plugins/web-vitals';
    export const start = (options) => {
      window.chaintrail = createTracker({ ...options, plugins: [outboundLinks(), webVitals()] });
    };
  `);
});

const openPage = async (body: string): Promise<Page> => {
  const options = { writeKey: world.writeKey, apiHost: world.collector.url, bots: true };
  world.site.page('/app.js', code, { 'content-type': 'text/javascript' });
  world.site.page(
    '/',
    `<!doctype html><title>Shop</title>${body}<script type="module">
      import { start } from '/app.js'; start(${JSON.stringify(options)});
    </script>`,
  );
  world.otherSite.page('/docs', '<!doctype html><title>Docs</title>');
  const page = await world.open();
  await page.waitForFunction(() => 'chaintrail' in window);
  return page;
};
const find = (name: string): Promise<ArrivedEvent> =>
  eventually(() => {
    const found = [...world.collector.kept.values()].find(({ event }) => event === name);
    if (!found) throw new Error(`No ${name} has arrived, but: ${world.arrived()}`);
    return found;
  });
/** Another host, since another port alone does not make one. */
const docs = () => world.otherSite.url.replace('127.0.0.1', 'localhost');
const link = (more = '') => `<a href="${docs()}/docs?key=secret" ${more}>Docs</a>`;

it.each([
  ['a click', (page: Page) => page.click('a')],
  ['the keyboard', (page: Page) => page.focus('a').then(() => page.keyboard.press('Enter'))],
])('a link followed by %s is recorded although the page is left at once', async (_, follow) => {
  const page = await openPage(link());
  await Promise.all([page.waitForURL(`${docs()}/**`), follow(page)]);
  const { properties } = await find('outbound_link_clicked');
  expect(properties).toEqual({
    url: `${docs()}/docs?key=redacted`,
    host: new URL(docs()).host,
  });
});

it.each([
  ['the middle button', { button: 'middle' } as const, ''],
  ['a target of its own', {}, 'target="_blank" rel="noopener"'],
])('with %s a link still opens another tab, and is recorded', async (_, options, more) => {
  const page = await openPage(link(more));
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click('a', options)]);
  expect(new URL(page.url()).origin).toBe(world.site.url);
  await tab.waitForURL(`${docs()}/**`);
  await find('outbound_link_clicked');
});

/**
 * Runs in the page: waits until its observers are told of such an entry. The browser tells them in their order,
 * of an interaction after the next frame, and later observers again of interactions of 104 ms and more.
 */
const toldOf = ([type, name]: readonly [type: string, name: string]) =>
  new Promise<void>((told) => {
    new PerformanceObserver((list) => {
      if (list.getEntries().some((entry) => entry.name === name)) told();
    }).observe({ type, buffered: true });
  });

it('vitals are recorded once, when the page is left', async () => {
  const page =
    await openPage(`<h1>Shop</h1><button onclick="for (const end = performance.now() + 120; performance.now() < end;);">
    Buy</button>`);
  // A page that is clicked earlier has no largest paint, and one that is left earlier no first one.
  await page.evaluate(toldOf, ['paint', 'first-contentful-paint'] as const);
  await page.evaluate(toldOf, ['largest-contentful-paint', ''] as const);
  await page.click('button');
  await page.evaluate(toldOf, ['event', 'click'] as const);
  await page.goto(`${world.otherSite.url}/docs`);
  const { properties } = await find('web_vitals');
  const vitals = properties as Readonly<Record<string, number>>;
  expect(vitals).toMatchObject({ path: '/', cls: 0 });
  expect(vitals.ttfb_ms).toBeGreaterThan(0);
  expect(vitals.fcp_ms).toBeGreaterThanOrEqual(vitals.ttfb_ms ?? 0);
  expect(vitals.lcp_ms).toBeGreaterThanOrEqual(vitals.fcp_ms ?? 0);
  expect(vitals.inp_ms).toBeGreaterThanOrEqual(56);
  expect(world.arrived().filter((name) => name === 'web_vitals')).toHaveLength(1);
});

it('vitals of a tab that is closed are recorded', async () => {
  const page = await openPage('<h1>Shop</h1>');
  await page.close({ runBeforeUnload: true });
  await find('web_vitals');
});
