// Page views and attribution in a real browser: routers, the back/forward cache, redirects,
// referrers.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { type CaptureWorld, openWorld } from './world.js';

const HOST = 'app.example.com';

let world: CaptureWorld;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.forget();
  context = await world.browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

/** `path title` of each view, once `count` events have arrived. */
const views = async (count: number) => {
  await page.evaluate(() => window.tracker.flush());
  const events = await world.arrived(count);
  const origin = new URL(world.on(HOST)).origin;
  return events
    .filter(({ type }) => type === 'page')
    .map((event) => {
      expect(event.properties?.url).toBe(event.context.page_url);
      return `${String(event.context.page_url).replace(origin, '')} ${event.context.page_title}`;
    });
};

describe('views', () => {
  beforeEach(() => world.serve('/'));

  it('of a History router: each once, with its URL and title', async () => {
    await page.goto(world.on(HOST));
    await page.evaluate(() => {
      const go = (path: string, title: string) => {
        history.pushState(null, '', path);
        document.title = title;
      };
      go('/pools', 'Pools');
      go('/pools/1?tab=swap', 'Pool 1');
      history.replaceState({ scroll: 100 }, '');
      history.replaceState(null, '', '/pools/1?tab=stake');
      window.tracker.track('staked');
    });
    await page.evaluate(() => history.go(-1));
    await page.waitForURL('**/pools');
    expect(await views(5)).toEqual([
      '/ Dapp',
      '/pools Pools',
      '/pools/1?tab=redacted Pool 1',
      '/pools Pool 1',
    ]);
  });

  it('of a router that sets the title after a delay: each with its own title', async () => {
    await page.goto(world.on(HOST));
    await page.evaluate(async () => {
      const show = async (path: string, title: string) => {
        history.pushState(null, '', path);
        await new Promise((resolve) => setTimeout(resolve, 300));
        document.title = title;
      };
      await show('/pools', 'Pools');
      await show('/pools/1', 'Pool 1');
      history.pushState(null, '', '/old');
      setTimeout(() => history.replaceState(null, '', '/swap'));
      setTimeout(() => Object.assign(document, { title: 'Swap' }), 300);
    });
    await world.arrived(4);
    expect(await views(4)).toEqual(['/ Dapp', '/pools Pools', '/pools/1 Pool 1', '/swap Swap']);
  });

  it('of a router on the Navigation API: each once', async () => {
    await page.goto(world.on(HOST));
    await page.evaluate(async () => {
      const later = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
      navigation.addEventListener('navigate', (event) => event.intercept({ handler: later }));
      await navigation.navigate('/pools').finished;
      await navigation.navigate('/pools?tab=swap', { history: 'replace' }).finished;
      window.tracker.track('chosen');
      await navigation.navigate('/pools/1', { history: 'replace' }).finished;
      history.pushState(null, '', '/swap');
      await later();
      await navigation.back().finished;
      window.tracker.track('ended');
    });
    expect(await views(7)).toEqual(
      ['/', '/pools', '/pools/1', '/swap', '/pools/1'].map((path) => `${path} Dapp`),
    );
  });

  it('are recorded before events tracked on them', async () => {
    await page.goto(world.on(HOST));
    await page.evaluate(() => {
      history.pushState(null, '', '/done');
      window.tracker.track('paid');
      return window.tracker.flush();
    });
    const events = await world.arrived(3);
    expect(events.map(({ type, context }) => `${type} ${context.page_path}`)).toEqual([
      'page /',
      'page /done',
      'track /done',
    ]);
  });

  it('of a hash router: routes are views, other fragments are not', async () => {
    await page.goto(world.on(HOST, '/#/'));
    for (const hash of ['#/pools?code=1', '#/pools?code=1', '#/swap']) {
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
    }
    expect(await views(3)).toEqual(['/#/ Dapp', '/#/pools?code=redacted Dapp', '/#/swap Dapp']);
  });

  // Whether a page is kept is the browser's decision: under load it may discard it.
  it('of a page that comes back from the back/forward cache', { retry: 2 }, async () => {
    world.servePlain('/other', '<title>Other</title>');
    await page.goto(world.on(HOST));
    await world.arrived(1);
    await page.evaluate(() => window.tracker.flush());
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        document.title = persisted ? 'Restored' : 'Loaded';
      });
    });
    await page.goto(world.on(HOST, '/other'));
    await page.goBack({ waitUntil: 'commit' });
    // A page that was not kept is loaded anew, without the listener above.
    const told = await eventually(() =>
      page.evaluate(() => {
        const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        if (visit?.type === 'back_forward') return 'not kept';
        return document.title === 'Restored' && document.title;
      }),
    );
    expect(told).toBe('Restored');
    expect(await views(2)).toHaveLength(2);
  });

  it('of a tracker that Strict Mode creates twice: recorded once', async () => {
    world.servePlain(
      '/strict',
      `<title>Strict</title><script src="/chaintrail.js"></script><script>
        const make = () => chaintrail.createTracker(${JSON.stringify({
          writeKey: 'strict',
          apiHost: world.collector.url,
          wallets: false,
        })});
        make().close();
        window.tracker = make();
        tracker.track('mounted');
      </script>`,
    );
    await page.goto(world.on(HOST, '/strict'));
    expect(await views(2)).toEqual(['/strict Strict']);
  });
});

describe('attribution', () => {
  it('survives a page that redirects at once', async () => {
    world.serve('/landing', { pageViews: false }, "<script>location.replace('/app')</script>");
    world.serve('/app');
    await page.goto(world.on(HOST, '/landing?utm_source=news&gclid=1'), {
      referer: 'http://mail.test/inbox?secret=1',
    });
    await page.waitForURL('**/app');
    await page.evaluate(() => window.tracker.track('swap'));
    const [first, second] = await world.arrived(2);
    const touch = {
      utm_source: 'news',
      gclid: '1',
      referrer: 'http://mail.test/inbox?secret=redacted',
    };
    expect(first?.context).toMatchObject({
      ...touch,
      page_path: '/app',
      landing_page: world.on(HOST, '/landing?utm_source=news&gclid=1'),
      first_touch: touch,
    });
    expect(second?.context).toMatchObject(touch);
    expect(second?.context).not.toHaveProperty('landing_page');
  });

  it('survives a page that redirects before the script has loaded', async () => {
    world.servePlain('/early', "<script>location.replace('/app')</script>");
    world.serve('/app');
    await page.goto(world.on(HOST, '/early?utm_source=news'));
    await page.waitForURL('**/app');
    const [view] = await world.arrived(1);
    expect(view?.context).toMatchObject({ utm_source: 'news' });
    expect(view?.context).not.toHaveProperty('referrer');
  });

  it('applies on another subdomain, and another campaign begins a session', async () => {
    world.serve('/');
    await page.goto(world.on('www.example.com', '/?utm_source=news'));
    await page.goto(world.on(HOST), { referer: world.on('www.example.com') });
    await page.goto(world.on(HOST, '/?utm_source=ads&utm_medium=cpc'), {
      referer: 'http://ads.test/',
    });
    const [landing, next, other] = await world.arrived(3);
    expect(next?.context).toMatchObject({ utm_source: 'news' });
    expect(next?.context).not.toHaveProperty('referrer');
    expect(next?.session_id).toBe(landing?.session_id);
    expect(other?.context).toMatchObject({
      utm_source: 'ads',
      utm_medium: 'cpc',
      referrer: 'http://ads.test/',
      first_touch: { utm_source: 'news' },
    });
    expect(other?.session_id).not.toBe(landing?.session_id);
    expect(other?.anonymous_id).toBe(landing?.anonymous_id);
  });
});
