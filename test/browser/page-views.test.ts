// @vitest-environment happy-dom
// Page views: one a view.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { comeBack } from './fakes/page.js';
import { close, load, open, setConsent, settle, start, titles, views } from './fakes/viewed.js';

beforeEach(open);
afterEach(close);

test('one on load, then one for each view that is not the last', () => {
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

test('a replaced query is the same view, a replaced path is another', () => {
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
])('from %s to %s only a query was replaced', (first, next) => {
  history.replaceState(null, '', first);
  start();
  history.replaceState(null, '', next);
  settle();
  expect(views).toEqual([first]);
});

test('an empty query is none, and a query in front of a route hides no other route', () => {
  start();
  for (const address of ['/?', '/?#faq', '/?from=x#/swap']) history.pushState(null, '', address);
  history.replaceState(null, '', '/?from=x#/pools');
  settle();
  expect(views).toEqual(['/', '/?from=x#/pools']);
});

test('a view that waits is told when the tracker closes, and nothing after it', () => {
  const { stop } = load();
  stop();
  expect(views).toEqual(['/']);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['/#/', '/#!/', '/?#/'])(
  '%s, which a router makes of a landing, is the same view',
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
  test('has the title that the app gives it, and is the one that the app leads on to', () => {
    document.title = 'Vite + React';
    load();
    history.replaceState(null, '', '/swap');
    setTimeout(() => Object.assign(document, { title: 'Swap' }), 400);
    settle();
    expect([views, titles]).toEqual([['/swap'], ['Swap']]);
  });

  test.each(['track', 'connect', 'flush'])('comes before %s', (verb) => {
    load().plugin.before?.(verb);
    expect(views).toEqual(['/']);
  });

  test.each(['page', 'detect'])('does not hurry for %s', (verb) => {
    load().plugin.before?.(verb);
    expect(views).toEqual([]);
  });

  test.each([
    ['denied', ['/']],
    ['pending', []],
  ] as const)('is left to a consent that is %s when it is seen', (state, told) => {
    setConsent(state);
    load();
    setConsent('granted');
    expect(views).toEqual(told);
  });

  test('is told where the page is left at once', () => {
    load();
    window.dispatchEvent(new Event('pagehide'));
    expect(views).toEqual(['/']);
  });
});

describe('the title', () => {
  /** What a router does to the title, and when: milliseconds after the address. */
  const show = (path: string, ...titlesAt: (readonly [number, string])[]) => {
    history.pushState(null, '', path);
    for (const [at, title] of titlesAt) setTimeout(() => Object.assign(document, { title }), at);
  };

  beforeEach(() => {
    document.title = 'Start';
    start();
  });

  test('is the one that the router sets after the address, at once or when the view is there', () => {
    show('/pools', [0, 'Pools']);
    settle();
    show('/pools/1', [450, 'Pool 1']);
    settle();
    expect([views, titles]).toEqual([
      ['/', '/pools', '/pools/1'],
      ['Start', 'Pools', 'Pool 1'],
    ]);
  });

  test('is not one that stood between two views', () => {
    show('/pools', [10, 'Dapp'], [320, 'Pools']);
    settle();
    expect(titles).toEqual(['Start', 'Pools']);
  });

  test('is the last one, where views follow each other at once', () => {
    history.pushState(null, '', '/pools');
    document.title = 'Pools';
    history.pushState(null, '', '/pools/1');
    document.title = 'Pool 1';
    settle();
    expect(titles).toEqual(['Start', 'Pools', 'Pool 1']);
  });

  test('is awaited for a second', () => {
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

test('a view waits for its title for a second, also where another one waited before it', () => {
  start();
  history.pushState(null, '', '/pools');
  vi.advanceTimersByTime(500);
  history.pushState(null, '', '/pools/1');
  vi.advanceTimersByTime(999);
  expect(views).toEqual(['/', '/pools']);
  vi.advanceTimersByTime(1);
  expect(views).toEqual(['/', '/pools', '/pools/1']);
});

test('a redirect is the view that it leads to', () => {
  start();
  history.pushState(null, '', '/old');
  vi.advanceTimersByTime(50);
  history.replaceState(null, '', '/new');
  settle();
  history.replaceState(null, '', '/newer');
  settle();
  expect(views).toEqual(['/', '/new', '/newer']);
});

test('has the address that it was shown at, also where another follows before it is told', () => {
  start();
  history.pushState(null, '', '/pools?page=1');
  history.replaceState(null, '', '/pools');
  window.happyDOM?.setURL('https://dapp.example/before');
  window.dispatchEvent(new Event('popstate'));
  settle();
  expect(views).toEqual(['/', '/pools?page=1', '/before']);
});

test('comes before what happens on it, and when the page is left', () => {
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

test('going back, which the browser tells by popstate', () => {
  start();
  window.happyDOM?.setURL('https://dapp.example/before');
  window.dispatchEvent(new Event('popstate'));
  settle();
  expect(views).toEqual(['/', '/before']);
});

test('a page may have a variable named as the Navigation API', () => {
  Object.assign(window, { navigation: ['Home', 'Pools'] });
  start();
  Reflect.deleteProperty(window, 'navigation');
  expect(views).toEqual(['/']);
});

test('a fragment is a view where an app routes by it, and not where it marks a place', () => {
  start();
  for (const hash of ['#faq', '#/pools', '#/pools', '#!/swap', '#top']) {
    location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
    settle();
  }
  expect(views).toEqual(['/', '/#/pools', '/#!/swap', '/#top']);
});

test('a return from the back/forward cache is a view, an ordinary pageshow is not another', () => {
  start();
  comeBack(false);
  comeBack(true);
  expect(views).toEqual(['/', '/']);
});

test('on a page whose globals take nothing more, a view is one all the same', () => {
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

test('a page rendered ahead of its visit counts when it is visited', () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  start();
  expect(views).toEqual([]);
  Reflect.deleteProperty(document, 'prerendering');
  document.dispatchEvent(new Event('prerenderingchange'));
  settle();
  expect(views).toEqual(['/']);
});

describe('several trackers of one project', () => {
  test('as Strict Mode makes them one after the other, count a view once', () => {
    start().stop();
    start();
    expect(views).toEqual(['/']);
    history.pushState(null, '', '/pools');
    settle();
    expect(views).toEqual(['/', '/pools']);
  });

  test('as hot reloading leaves them beside each other, do too', () => {
    start();
    start();
    history.pushState(null, '', '/pools');
    settle();
    comeBack(true);
    expect(views).toEqual(['/', '/pools', '/pools']);
  });

  test('and those of two projects count it once each', () => {
    start('a');
    start('b');
    expect(views).toEqual(['/', '/']);
  });
});

test('hides nothing that the page puts on the prototype of its history later', () => {
  const keys = Object.keys(history);
  start();
  const patched = vi.spyOn(History.prototype, 'pushState');
  history.pushState(null, '', '/pools');
  settle();
  expect([patched.mock.calls.length, views]).toEqual([1, ['/', '/pools']]);
  expect(Object.keys(history)).toEqual(keys);
  patched.mockRestore();
});
