// Several tags on one page, their attributes, and modules, in real Chromium.
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { STUB, tag } from './pages.js';
import { createTagWorld } from './world.js';

const world = createTagWorld();
const attributes = (more: Readonly<Record<string, string>> = {}) => ({
  'data-write-key': world.writeKey,
  'data-api-host': world.collector.url,
  ...more,
});
const postsOf = (key: string) =>
  world.collector.posts
    .filter(({ headers }) => headers.authorization === `Bearer ${key}`)
    .flatMap(({ events }) => events.map(({ event }) => event));

it('two trackers work side by side, each with its name, key and visitor', async () => {
  const shop = attributes({
    'data-name': 'shop',
    'data-write-key': 'shop-key',
    'data-page-views': 'false',
  });
  world.site.page('/', `<title>Shop</title><div id="shop"></div>${tag(attributes())}${tag(shop)}`);
  const page = await world.open();
  await page.waitForFunction(
    () => 'track' in (window.chaintrail ?? {}) && 'track' in (window.shop ?? {}),
  );
  const [one, two] = await page.evaluate(async () => {
    window.chaintrail.track('main');
    window.shop.track('bought');
    await Promise.all([window.chaintrail.flush(), window.shop.flush()]);
    return [window.chaintrail.anonymousId(), window.shop.anonymousId()];
  });
  expect(one).not.toBe(two);
  expect(postsOf('shop-key')).toEqual(['bought']);
  expect(postsOf(world.writeKey)).toContain('main');
  expect(postsOf(world.writeKey)).not.toContain('bought');
});

it.each([
  ['a module', '', { type: 'module' }],
  ['a module, behind the stub', STUB, { type: 'module' }],
  ['a module that waits for the page', '', { type: 'module', defer: '' }],
])('works as %s, for which document.currentScript is null', async (_, before, more) => {
  world.site.page('/', `<title>Shop</title>${before}${tag(attributes(more))}`);
  const page = await world.open();
  await page.waitForFunction(() => 'createTracker' in (window.chaintrail ?? {}));
  await page.evaluate(() => window.chaintrail.track('minted'));
  await page.evaluate(() => window.chaintrail.flush());
  expect(world.arrived()).toEqual(['page', 'minted']);
  expect(world.messages).toEqual([]);
});

it('two modules with other names and keys work side by side, though their file runs once', async () => {
  const module = attributes({ type: 'module' });
  const other = { ...module, 'data-name': 'shop', 'data-write-key': 'shop-key' };
  world.site.page('/', `<title>Shop</title>${tag(module)}${tag(other)}`);
  const page = await world.open();
  await page.waitForFunction(
    () => 'track' in (window.chaintrail ?? {}) && 'track' in (window.shop ?? {}),
  );
  await page.evaluate(() => {
    window.chaintrail.track('minted');
    window.shop.track('sold');
    return Promise.all([window.chaintrail.flush(), window.shop.flush()]);
  });
  expect([...world.arrived()].sort()).toEqual(['minted', 'page', 'page', 'sold']);
  expect(world.messages).toEqual([]);
});

it('a second identical tag has no effect', async () => {
  const twice = tag(attributes());
  world.site.page('/', `<title>Shop</title>${twice}${twice}`);
  const page = await world.open();
  await page.waitForFunction(() => document.readyState === 'complete');
  await page.evaluate(() => {
    history.pushState(null, '', '/pools');
    window.chaintrail.track('last');
  });
  await eventually(() => world.arrived().includes('last'));
  await page.evaluate(() => window.chaintrail.flush());
  expect(world.arrived().filter((name) => name === 'page')).toHaveLength(2);
  expect(world.messages).toEqual([]);
});

it('invalid attributes are reported once on the console, and the rest works', async () => {
  const wrong = attributes({ 'data-flush-at': 'soon', 'data-wallets': 'perhaps' });
  world.site.page('/', `<title>Shop</title>${tag(wrong)}`);
  await world.open();
  await eventually(() => world.arrived().includes('page'));
  // The message and the event come by different ways: either may be the first here.
  await eventually(() => expect(world.messages).not.toEqual([]));
  expect(world.messages).toEqual([
    expect.stringMatching(/data-wallets="perhaps".*data-flush-at="soon"/),
  ]);
});

it('data-debug logs every step of an event, but neither key nor properties', async () => {
  world.site.page(
    '/',
    `<title>Shop</title>${tag(attributes({ 'data-debug': '', 'data-page-views': 'false' }))}`,
  );
  const page = await world.open();
  await page.waitForFunction(() => 'track' in (window.chaintrail ?? {}));
  await page.evaluate(() => window.chaintrail.track('swap', { note: 'confidential' }));
  await page.evaluate(() => window.chaintrail.flush());
  const log = () => world.messages.join('\n');
  for (const step of ['accepted', 'queued', 'stored', 'sent in a batch of 1', 'delivered']) {
    await eventually(() => expect(log()).toMatch(new RegExp(`^chaintrail: .*${step}`, 'm')));
  }
  expect(log()).not.toContain('confidential');
  expect(log()).not.toContain(world.writeKey);
});

it('an element named currentScript is not mistaken for the script', async () => {
  const clobbering = '<img name="currentScript" data-write-key="another" alt="">';
  world.site.page('/', `<title>Shop</title>${clobbering}${tag(attributes())}`);
  await world.open();
  await eventually(() => world.arrived().includes('page'));
  expect(postsOf('another')).toEqual([]);
  expect(world.messages).toEqual([]);
});

it('ids and hashes are right on a page where a library replaced Array.from, as MooTools 1.5 does', async () => {
  const library = `<script>
    Array.from = (item) => (item == null ? [] : Array.prototype.slice.call(item));
  </script>`;
  world.site.page('/', `<title>Shop</title>${library}${tag(attributes())}`);
  const page = await world.open();
  await page.waitForFunction(() => 'track' in (window.chaintrail ?? {}));
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const visitor = await page.evaluate(async (wallet) => {
    window.chaintrail.connect({ address: wallet.toLowerCase(), chainId: 1 });
    await window.chaintrail.flush();
    return window.chaintrail.anonymousId();
  }, address);
  const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect(visitor).toMatch(UUID);
  for (const id of world.collector.kept.keys()) expect(id).toMatch(UUID);
  expect([...world.collector.kept.values()].at(-1)).toMatchObject({ address });
  expect(world.messages).toEqual([]);
});

it('sends from a page whose library adds headers to every request, as Sentry and OpenTelemetry do', async () => {
  const library = `<script>
    const send = fetch;
    fetch = (input, init) => {
      const headers = new Headers(init?.headers);
      for (const name of ['baggage', 'sentry-trace', 'traceparent']) headers.set(name, 'x');
      return send(input, { ...init, headers });
    };
  </script>`;
  world.site.page('/', `<title>Shop</title>${library}${tag(attributes())}`);
  await world.open();
  await eventually(() => expect(world.arrived()).toContain('page'));
  expect(world.collector.posts[0]?.headers).toMatchObject({ baggage: 'x', traceparent: 'x' });
  expect(world.messages).toEqual([]);
});
