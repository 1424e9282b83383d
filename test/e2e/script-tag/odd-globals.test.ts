// The script tag on pages whose globals are frozen, as by SES `lockdown()`, or hidden, as by LavaMoat's
// `scuttleGlobalThis`.
import { beforeAll, expect, it } from 'vitest';
import { bundle } from '../../size/bundle.js';
import { eventually } from '../../support/eventually.js';
import { tag } from './pages.js';
import { createTagWorld } from './world.js';

const world = createTagWorld();
const tagNow = () =>
  tag({ 'data-write-key': world.writeKey, 'data-api-host': world.collector.url }).replace(
    ' async=""',
    '',
  );

/** Puts a wallet on the page, and notes for a test what becomes of the app's own calls. */
let app = '';
beforeAll(async () => {
  app = await bundle(`
    import { createTestWallet } from 'chaintrail/testing';
    const wallet = createTestWallet();
    wallet.announce();
    const { history, chaintrail, console } = window;
    const hear = new Set();
    const plain = {
      on: (name, listener) => hear.add(listener),
      removeListener: (name, listener) => hear.delete(listener),
      // Not connected yet: the tracker asks a while after it has found a wallet, on a busy machine before the visit.
      request: async ({ method }) => (method === 'eth_accounts' ? [] : ['0x' + '1'.repeat(40)]),
    };
    const info = { uuid: 'plain', name: 'Plain', rdns: 'example.plain', icon: '' };
    dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: plain }) }),
    );
    window.visit = async () => {
      const [from] = await wallet.provider.request({ method: 'eth_requestAccounts' });
      await wallet.provider.request({ method: 'personal_sign', params: ['0x68', from] });
      history.pushState(null, '', '/pools');
      chaintrail.track('swap');
    };
    window.goOn = async () => {
      try {
        history.pushState(null, '', '/pools');
        history.replaceState(null, '', '/swap');
        await plain.request({ method: 'eth_requestAccounts' });
        await plain.request({ method: 'personal_sign', params: ['0x68', '0x1'] });
        for (const listener of hear) listener(['0x' + '2'.repeat(40)]);
        console.log('went on, heard by ' + hear.size);
      } catch (error) {
        console.log(error.message);
      }
    };
  `);
});

/** Freezes what belongs to the language, as far as one can walk to it. */
const freezeAll = () => {
  const seen = new Set<unknown>([window]);
  const freeze = (value: unknown) => {
    if (Object(value) !== value || seen.has(value)) return;
    seen.add(value);
    Object.freeze(value);
    for (const place of Object.values(Object.getOwnPropertyDescriptors(value))) {
      for (const part of [place.value, place.get, place.set]) freeze(part);
    }
    freeze(Object.getPrototypeOf(value));
  };
  freeze(async () => {});
  freeze((function* any() {})());
  const ofLanguage =
    /^(Object|Function|Promise|Symbol|String|Number|Boolean|BigInt|Date|RegExp|Math|JSON|Reflect|Proxy|Intl|\w*Error|(Weak)?(Map|Set)|\w*Array|ArrayBuffer)$/;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (ofLanguage.test(name)) freeze(Reflect.get(window, name));
  }
};

/** Makes each global throw where it is read. */
const hideAll = () => {
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, getOwnPropertyNames } = Object;
  const place = window;
  const Fault = Error;
  const names = new Set<string>();
  for (let owner: object = place; owner !== Object.prototype; owner = getPrototypeOf(owner)) {
    for (const name of getOwnPropertyNames(owner)) names.add(name);
  }
  for (const name of names) {
    if (getOwnPropertyDescriptor(place, name)?.configurable === false) continue;
    const get = () => {
      throw new Fault(`${name} is hidden`);
    };
    defineProperty(place, name, { get });
  }
};

const run = (code: () => void) => `<script>(${code})()</script>`;
const appNow = () => `<script type="module">${app}</script>`;

it.each(['before', 'after'])(
  'records a whole visit with a wallet where all intrinsics are frozen %s it loads',
  async (when) => {
    const [before, after] = when === 'before' ? [run(freezeAll), ''] : ['', run(freezeAll)];
    world.site.page('/', `<title>Shop</title>${before}${tagNow()}${after}${appNow()}`);
    const page = await world.open();
    await page.waitForFunction(() => 'visit' in window);
    expect(await page.evaluate(() => Object.isFrozen(Array.prototype))).toBe(true);
    await page.evaluate(() => Reflect.get(window, 'visit')());
    await eventually(() =>
      expect([...world.arrived()].sort()).toEqual([
        'connect',
        'detect',
        'detect',
        'page',
        'page',
        'signature',
        'signature',
        'swap',
      ]),
    );
    expect(world.messages).toEqual([]);
  },
);

it('starts no tracker where all globals are hidden, and throws nothing at the page', async () => {
  const start = `<script>const { log } = console;</script>`;
  const end = `<script>log('loaded');</script>`;
  world.site.page('/', `<title>Shop</title>${start}${run(hideAll)}${tagNow()}${end}`);
  await world.open();
  await eventually(() => expect(world.messages).toEqual(['loaded']));
  expect(world.arrived()).toEqual([]);
});

it('the app and its wallet go on where globals are hidden after it loaded', async () => {
  const later = `<script type="module">
    const { setTimeout, goOn } = window;
    (${hideAll})();
    goOn();
    // By then, the tracker's own timers have fired.
    setTimeout(goOn, 1500);
  </script>`;
  world.site.page('/', `<title>Shop</title>${tagNow()}${appNow()}${later}`);
  await world.open();
  await eventually(() => expect(world.messages).toHaveLength(2));
  expect(world.messages).toEqual(['went on, heard by 5', 'went on, heard by 5']);
});

it('starts where reading fetch throws, and keeps events for a page where it does not', async () => {
  const broken = `<script>
    Object.defineProperty(window, 'fetch', { get: () => { throw new Error('no fetch'); } });
  </script>`;
  world.site.page('/', `<title>Shop</title>${broken}${tagNow()}`);
  world.site.page('/next', `<title>Next</title>${tagNow()}`);
  const page = await world.open();
  await page.evaluate(() => window.chaintrail.track('swap'));
  await page.goto(`${world.site.url}/next`);
  await eventually(() => expect(world.arrived()).toContain('swap'));
  expect(world.messages).toEqual([]);
});
