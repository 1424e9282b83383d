// @vitest-environment happy-dom
// The context that every event carries about the page.
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createPageContext } from '../../src/browser/page-context.js';

const visit = (address: string) => history.replaceState(null, '', address);

window.happyDOM?.setURL('https://dapp.example/');

test('describes the page and the device, and leaves out what is unknown', () => {
  visit('/pools/1?utm_source=news&gclid=g1&session=secret#part');
  document.title = 'Pool 1';
  const context = createPageContext(window).read();
  expect(context).toEqual({
    user_agent: navigator.userAgent,
    locale: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    library_name: manifest.name,
    library_version: manifest.version,
    screen_width: screen.width,
    screen_height: screen.height,
    screen_density: devicePixelRatio,
    viewport_width: innerWidth,
    viewport_height: innerHeight,
    page_title: 'Pool 1',
    page_url: 'https://dapp.example/pools/1?utm_source=news&gclid=g1&session=redacted',
    page_path: '/pools/1',
  });
});

test('distinguishes Brave from Chrome, which has the same user agent', () => {
  expect(createPageContext(window).read()).not.toHaveProperty('browser');
  Object.assign(navigator, { brave: { isBrave: async () => true } });
  expect(createPageContext(window).read()).toHaveProperty('browser', 'Brave');
  Reflect.deleteProperty(navigator, 'brave');
});

test('hides secrets in the URL, its route and the title', () => {
  visit('/u/ada@example.com/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045?q=1#/swap?token=t');
  document.title = 'Inbox of ada@example.com';
  expect(createPageContext(window).read()).toMatchObject({
    page_title: 'Inbox of redacted',
    page_url:
      'https://dapp.example/u/redacted/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045?q=redacted#/swap?token=redacted',
    page_path: '/u/redacted/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  });
});

test('sends more where the app opts in', () => {
  visit('/u/ada@example.com?q=1&code=2#part');
  const context = createPageContext(window, { query: ['q'], hash: true, secrets: true }).read();
  expect(context).toMatchObject({
    page_url: 'https://dapp.example/u/ada@example.com?q=1&code=redacted#part',
    page_path: '/u/ada@example.com',
  });
});

test('a form named "title" that replaces document.title affects only the title', () => {
  const form = document.createElement('form');
  Object.defineProperty(document, 'title', { value: form, configurable: true });
  expect(createPageContext(window).read()).toMatchObject({
    page_title: String(form),
    page_url: expect.stringContaining('https://dapp.example/'),
  });
  Reflect.deleteProperty(document, 'title');
});

test('an error of the browser about its time zone affects only the time zone', () => {
  const { DateTimeFormat } = Intl;
  Reflect.set(Intl, 'DateTimeFormat', () => {
    throw new RangeError('Unsupported time zone specified undefined');
  });
  try {
    const context = createPageContext(window).read();
    expect(context).toMatchObject({ locale: navigator.language });
    expect(context).not.toHaveProperty('timezone');
  } finally {
    Reflect.set(Intl, 'DateTimeFormat', DateTimeFormat);
  }
});

test('is the same frozen object until something changes', () => {
  const context = createPageContext(window);
  const first = context.read();
  expect(context.read()).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);

  const changes: readonly (readonly [string, () => void])[] = [
    ['address', () => visit('/other')],
    ['title', () => Object.assign(document, { title: 'Other' })],
    ['size', () => window.happyDOM?.setViewport({ width: 333, height: 444 })],
  ];
  let last = first;
  for (const [what, change] of changes) {
    change();
    expect(context.read(), what).not.toBe(last);
    last = context.read();
    expect(context.read(), what).toBe(last);
  }
  expect(last).toMatchObject({ page_path: '/other', viewport_width: 333, viewport_height: 444 });
});

test('stops listening after stop()', () => {
  const context = createPageContext(window);
  const first = context.read();
  context.stop();
  window.dispatchEvent(new Event('resize'));
  expect(context.read()).toBe(first);
});
