// @vitest-environment happy-dom
// Page views: each view is recorded once.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { comeBack } from './fakes/page.js';
import { close, load, open, setConsent, settle, start, titles, views } from './fakes/viewed.js';

beforeEach(open);
afterEach(close);

test('records one view on load, then one for each navigation to another view', () => {
  start();
  expect(views).toEqual(['/']);
  history.replaceState({ scroll: 1 }, '');
  history.pushState(null, '', '/pools');
  history.pushState(null, '', '/pools');
  history.pushState(null, '', '/pools?page=2');
  history.pushState(null, '', '/');
  settle();
  expect(views).toEqual(['/', '/pools', '/pools?page=2', '/']);
});

test('a replaced query is the same view, a replaced path is another one', () => {
  start();
  history.replaceState(null, '', '/?sort=apr');
  history.replaceState(null, '', '/home');
  settle();
  expect(views).toEqual(['/', '/home']);
});

test.each([
  ['/#/swap?from=ETH', '/#/swap?from=USDC'],
  ['/?utm_source=x#/swap?from=ETH', '/?utm_source=x#/swap?from=USDC'],
  ['/', '/#/?tab=pools'],
  ['/', '/#!/?tab=pools'],
])('from %s to %s only the query changes: no new view', (first, next) => {
  history.replaceState(null, '', first);
  start();
  history.replaceState(null, '', next);
  settle();
  expect(views).toEqual([first]);
});

test('an empty query does not count, and a query before a fragment route hides no change of the route', () => {
  start();
  for (const address of ['/?', '/?#faq', '/?from=x#/swap']) history.pushState(null, '', address);
  history.replaceState(null, '', '/?from=x#/pools');
  settle();
  expect(views).toEqual(['/', '/?from=x#/pools']);
});

test('a waiting view is recorded when the tracker closes, and nothing afterwards', () => {
  const { stop } = load();
  stop();
  expect(views).toEqual(['/']);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['/#/', '/#!/', '/?#/'])(
  '%s, to which a router rewrites the landing page, is the same view',
  (home) => {
    start();
    history.replaceState(null, '', home);
    settle();
    expect(views).toEqual(['/']);
    history.pushState(null, '', '/#/pools');
    history.pushState(null, '', home);
    settle();
    expect(views).toEqual(['/', '/#/pools', home]);
  },
);

describe('the view of a page that loads', () => {
  test('has the title that the app sets, and the URL of a redirect', () => {
    document.title = 'Vite + React';
    load();
    history.replaceState(null, '', '/swap');
    setTimeout(() => Object.assign(document, { title: 'Swap' }), 400);
    settle();
    expect([views, titles]).toEqual([['/swap'], ['Swap']]);
  });

  test.each(['track', 'connect', 'flush'])('is recorded before %s', (verb) => {
    load().plugin.before?.(verb);
    expect(views).toEqual(['/']);
  });

  test.each(['page', 'detect'])('is not recorded early for %s', (verb) => {
    load().plugin.before?.(verb);
    expect(views).toEqual([]);
  });

  test.each([
    ['denied', ['/']],
    ['pending', []],
  ] as const)('depends on the consent, %s, at the time of the view', (state, told) => {
    setConsent(state);
    load();
    setConsent('granted');
    expect(views).toEqual(told);
  });

  test('is recorded when the page is left at once', () => {
    load();
    window.dispatchEvent(new Event('pagehide'));
    expect(views).toEqual(['/']);
  });
});

describe('the title', () => {
  /** A router that shows `path` and sets each title so many milliseconds later. */
  const show = (path: string, ...titlesAt: (readonly [number, string])[]) => {
    history.pushState(null, '', path);
    for (const [at, title] of titlesAt) setTimeout(() => Object.assign(document, { title }), at);
  };

  beforeEach(() => {
    document.title = 'Start';
    start();
  });

  test('is the one that the router sets after the URL, at once or when the view has loaded', () => {
    show('/pools', [0, 'Pools']);
    settle();
    show('/pools/1', [450, 'Pool 1']);
    settle();
    expect([views, titles]).toEqual([
      ['/', '/pools', '/pools/1'],
      ['Start', 'Pools', 'Pool 1'],
    ]);
  });

  test('is not an intermediate one between two views', () => {
    show('/pools', [10, 'Dapp'], [320, 'Pools']);
    settle();
    expect(titles).toEqual(['Start', 'Pools']);
  });

  test('is the last one set on each view, where views follow each other at once', () => {
    history.pushState(null, '', '/pools');
    document.title = 'Pools';
    history.pushState(null, '', '/pools/1');
    document.title = 'Pool 1';
    settle();
    expect(titles).toEqual(['Start', 'Pools', 'Pool 1']);
  });

  test('is waited for up to a second', () => {
    show('/same');
    vi.advanceTimersByTime(999);
    expect(views).toEqual(['/']);
    vi.advanceTimersByTime(1);
    expect([views, titles]).toEqual([
      ['/', '/same'],
      ['Start', 'Start'],
    ]);
  });
});

test('a view waits a second for its title, also if another one waited before it', () => {
  start();
  history.pushState(null, '', '/pools');
  vi.advanceTimersByTime(500);
  history.pushState(null, '', '/pools/1');
  vi.advanceTimersByTime(999);
  expect(views).toEqual(['/', '/pools']);
  vi.advanceTimersByTime(1);
  expect(views).toEqual(['/', '/pools', '/pools/1']);
});

test('a redirect counts as the view that it leads to', () => {
  start();
  history.pushState(null, '', '/old');
  vi.advanceTimersByTime(50);
  history.replaceState(null, '', '/new');
  settle();
  history.replaceState(null, '', '/newer');
  settle();
  expect(views).toEqual(['/', '/new', '/newer']);
});

test('a view keeps its URL, also if another view follows before it is recorded', () => {
  start();
  history.pushState(null, '', '/pools?page=1');
  history.replaceState(null, '', '/pools');
  window.happyDOM?.setURL('https://dapp.example/before');
  window.dispatchEvent(new Event('popstate'));
  settle();
  expect(views).toEqual(['/', '/pools?page=1', '/before']);
});

test('a view is recorded before later events, and when the page is left', () => {
  const { plugin } = start();
  history.pushState(null, '', '/pools');
  plugin.before?.('track');
  expect(views).toEqual(['/', '/pools']);
  history.pushState(null, '', '/last');
  window.dispatchEvent(new Event('pagehide'));
  expect(views).toEqual(['/', '/pools', '/last']);
  history.pushState(null, '', '/in-the-background');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(views.at(-1)).toBe('/in-the-background');
});

test('records a view on popstate, which the browser fires on going back', () => {
  start();
  window.happyDOM?.setURL('https://dapp.example/before');
  window.dispatchEvent(new Event('popstate'));
  settle();
  expect(views).toEqual(['/', '/before']);
});

test('works on a page with a global variable named like the Navigation API', () => {
  Object.assign(window, { navigation: ['Home', 'Pools'] });
  start();
  Reflect.deleteProperty(window, 'navigation');
  expect(views).toEqual(['/']);
});

test('a fragment is a view where an app routes by it, and not where it is an anchor', () => {
  start();
  for (const hash of ['#faq', '#/pools', '#/pools', '#!/swap', '#top']) {
    location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
    settle();
  }
  expect(views).toEqual(['/', '/#/pools', '/#!/swap', '/#top']);
});

test('a return from the back/forward cache is a view, an ordinary pageshow is not another one', () => {
  start();
  comeBack(false);
  comeBack(true);
  expect(views).toEqual(['/', '/']);
});

test('records each view once on a page whose globals are read-only', () => {
  const sealed = new Proxy(window, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set: () => false,
  });
  start(undefined, sealed);
  history.pushState(null, '', '/pools');
  settle();
  expect(views).toEqual(['/', '/pools']);
});

test('a prerendered page is recorded when it is visited', () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  start();
  expect(views).toEqual([]);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  settle();
  expect(views).toEqual(['/']);
});

describe('several trackers of one project', () => {
  test('record a view once if they follow each other, as in Strict Mode', () => {
    start().stop();
    start();
    expect(views).toEqual(['/']);
    history.pushState(null, '', '/pools');
    settle();
    expect(views).toEqual(['/', '/pools']);
  });

  test('record a view once if they exist side by side, as after hot reloading', () => {
    start();
    start();
    history.pushState(null, '', '/pools');
    settle();
    comeBack(true);
    expect(views).toEqual(['/', '/pools', '/pools']);
  });

  test('of different projects record a view once each', () => {
    start('a');
    start('b');
    expect(views).toEqual(['/', '/']);
  });
});

test('a later patch of History.prototype still takes effect', () => {
  const keys = Object.keys(history);
  start();
  const patched = vi.spyOn(History.prototype, 'pushState');
  history.pushState(null, '', '/pools');
  settle();
  expect([patched.mock.calls.length, views]).toEqual([1, ['/', '/pools']]);
  expect(Object.keys(history)).toEqual(keys);
  patched.mockRestore();
});
