// The visitor's cookie: set for the registrable domain as the browser determines it, so shared by
// its hosts only.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CaptureWorld, openWorld } from './world.js';

let world: CaptureWorld;

beforeAll(async () => {
  world = await openWorld();
  world.serve('/');
});
afterAll(() => world.close());
beforeEach(() => world.forget());

const visit = async (...hosts: readonly string[]) => {
  const context = await world.browser.newContext();
  const ids: string[] = [];
  for (const host of hosts) {
    const page = await context.newPage();
    await page.goto(world.on(host));
    ids.push(await page.evaluate(() => window.tracker.anonymousId()));
    // Closing the context ends its pages without an event.
    await page.evaluate(() => window.tracker.flush());
  }
  const cookies = await context.cookies();
  await context.close();
  return { ids, cookies };
};

it.each([
  ['example.com', '.example.com'],
  ['app.example.com', '.example.com'],
  ['a.b.example.com', '.example.com'],
  ['app.example.co.uk', '.example.co.uk'],
  ['shop.example.com.au', '.example.com.au'],
  ['app.example.gov.br', '.example.gov.br'],
  ['www.example.kawasaki.jp', '.www.example.kawasaki.jp'],
  ['ada.github.io', '.ada.github.io'],
  ['www.ada.github.io', '.ada.github.io'],
  ['dapp.herokuapp.com', '.dapp.herokuapp.com'],
  ['xn--bcher-kva.example', '.xn--bcher-kva.example'],
  ['localhost', 'localhost'],
  ['127.0.0.1', '127.0.0.1'],
])('on %s it is set for %s', async (host, domain) => {
  const { cookies } = await visit(host);
  const own = cookies.filter(({ name }) => name.startsWith('chaintrail_'));
  expect([...new Set(own.map((cookie) => cookie.domain))]).toEqual([domain]);
  const visitor = own.find(({ name }) => name.endsWith('_anonymous_id'));
  expect(visitor).toMatchObject({ path: '/', sameSite: 'Lax', httpOnly: false });
});

it('identifies one visitor and one session on all hosts of a site', async () => {
  const { ids } = await visit('app.example.co.uk', 'www.example.co.uk', 'example.co.uk');
  expect(new Set(ids).size).toBe(1);
  const events = await world.arrived(3);
  expect(new Set(events.map((event) => event.session_id)).size).toBe(1);
});

it('differs between sites below a public suffix', async () => {
  const { ids } = await visit('ada.github.io', 'grace.github.io', 'one.co.uk', 'two.co.uk');
  expect(new Set(ids).size).toBe(4);
});

it('two trackers with different keys on one page share nothing', async () => {
  const context = await world.browser.newContext();
  const page = await context.newPage();
  await page.goto(world.on('app.example.com'));
  const [one, two] = await page.evaluate((apiHost) => {
    const { createTracker } = (window as unknown as { chaintrail: typeof import('chaintrail') })
      .chaintrail;
    const other = createTracker({ writeKey: 'other', apiHost, wallets: false });
    other.identify('ada');
    other.consent('denied');
    return [window.tracker, other].map((tracker) => [tracker.consent(), tracker.anonymousId()]);
  }, world.collector.url);
  expect(one?.[0]).toBe('granted');
  expect(two?.[0]).toBe('denied');
  expect(one?.[1]).not.toBe(two?.[1]);
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names.filter((name) => name.endsWith('_anonymous_id'))).toHaveLength(1);
  expect(names.filter((name) => name.endsWith('_user_id'))).toEqual([]);
  await context.close();
});

it('works in frames, of the same site and of another', async () => {
  const frame = (host: string) => `<iframe src="${world.on(host, '/framed')}"></iframe>`;
  world.serve('/framed');
  world.serve('/frames', {}, frame('www.example.com') + frame('widget.elsewhere.org'));
  const context = await world.browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (fault) => faults.push(String(fault)));
  await page.goto(world.on('app.example.com', '/frames'));
  const events = await world.arrived(3);
  const visitorOf = (host: string) =>
    events.find(({ context: { page_url: url } }) => String(url).includes(host))?.anonymous_id;
  expect(visitorOf('www.example.com')).toBe(visitorOf('app.example.com'));
  expect(visitorOf('widget.elsewhere.org')).toMatch(/^[0-9a-f-]{36}$/);
  expect(visitorOf('widget.elsewhere.org')).not.toBe(visitorOf('app.example.com'));
  expect(faults).toEqual([]);
  await context.close();
});
