// Subdomains share their state through a cookie and keep copies, which also apply once the cookie
// has expired.
import { expect, test } from 'vitest';
import { createBrowserKeyValue, createCookieKeyValue } from '../../src/browser/key-value.js';
import type { ConsentState } from '../../src/core/consent.js';
import { createDisk, createWorld, openPage, settle } from '../core/fakes.js';
import { type CookieJar, createCookieJar } from './fakes/cookie-jar.js';
import { createFakeStorage } from './fakes/storage.js';

const PREFIX = 'chaintrail_x_';
const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** Returns functions that open a page or the stored values of that host. */
const createHost = (jar: CookieJar, host: string) => {
  const storage = createFakeStorage();
  const disk = createDisk();
  const values = () => {
    const cookies = createCookieKeyValue(jar.page(`https://${host}/`), PREFIX);
    return { cookies, keyValue: createBrowserKeyValue(cookies, storage, PREFIX) };
  };
  const open = (consent: ConsentState = 'granted') => {
    const { cookies, keyValue } = values();
    const erase = () => {
      for (const key of cookies.keys()) if (key !== 'consent') cookies.remove(key);
      for (const key of Object.keys(storage)) {
        if (!key.endsWith('consent')) storage.removeItem(key);
      }
      disk.events.clear();
    };
    const world = { ...createWorld(), disk };
    const { tracker } = openPage(world, { consent }, { keyValue, erase });
    return { tracker, world };
  };
  return { open, values: () => values().keyValue };
};

const createSite = () => {
  const jar = createCookieJar();
  return { jar, app: createHost(jar, 'app.example.com'), www: createHost(jar, 'www.example.com') };
};

type Page = ReturnType<ReturnType<typeof createHost>['open']>;

/** Tracks an event on a page and returns it as the server stored it. */
const saidOn = async ({ tracker, world }: Page) => {
  tracker.track('visit');
  await world.clock.turn(5_000);
  return [...world.server.kept.values()].at(-1);
};

test('a refusal outlives the cookie on a host that had a grant', async () => {
  const { jar, app, www } = createSite();
  app.open('pending').tracker.consent('granted');
  expect(www.open('pending').tracker.consent()).toBe('granted');
  app.open('pending').tracker.consent('denied');
  await settle();
  expect(www.open('pending').tracker.consent()).toBe('denied');
  jar.clear();
  expect(www.open('pending').tracker.consent()).toBe('denied');
});

test('events queued on one host are not sent after a refusal on another host and a later grant', async () => {
  const { app, www } = createSite();
  const before = www.open('pending');
  before.world.server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  before.tracker.consent('granted');
  await saidOn(before);
  app.open('pending').tracker.consent('denied');
  await settle();
  const { tracker, world } = www.open('pending');
  expect(tracker.consent()).toBe('denied');
  tracker.consent('granted');
  await world.clock.turn(60_000);
  expect(world.server.names()).toEqual([]);
});

test('setting consent to pending revokes a grant on all hosts', async () => {
  const { app, www } = createSite();
  const { tracker } = app.open('pending');
  tracker.consent('granted');
  expect(www.open('pending').tracker.consent()).toBe('granted');
  tracker.consent('pending');
  await settle();
  expect(www.open('pending').tracker.consent()).toBe('pending');
  expect(app.open('pending').tracker.consent()).toBe('pending');
});

test('a person forgotten by reset() does not return once the cookie has expired', async () => {
  const { jar, app, www } = createSite();
  const { tracker } = app.open();
  tracker.identify('ada');
  www.open();
  tracker.reset();
  www.open();
  jar.clear();
  expect(await saidOn(www.open())).toMatchObject({
    anonymous_id: tracker.anonymousId(),
    user_id: null,
  });
});

/**
 * A known visitor whose consent was withdrawn and granted again on one host, while `there` is open
 * on another.
 */
const withdrawnAndGranted = async () => {
  const { app, www } = createSite();
  const { tracker } = app.open('pending');
  tracker.consent('granted');
  tracker.identify('ada');
  tracker.connect({ address: ADDRESS, chainId: 1 });
  const there = www.open('pending');
  await saidOn(there);
  tracker.consent('denied');
  await settle();
  tracker.consent('granted');
  return { app, www, there, tracker };
};

test('withdrawn and granted again: another host keeps nothing of the earlier visitor', async () => {
  const { www, tracker } = await withdrawnAndGranted();
  expect(await saidOn(www.open('pending'))).toMatchObject({
    anonymous_id: tracker.anonymousId(),
    user_id: null,
    address: null,
  });
});

test('copies values changed on another host, and writes the consent cookie again', () => {
  const { jar, app, www } = createSite();
  app.values().set('user_id', 'ada');
  app.values().set('consent', 'granted');
  const values = www.values();
  expect(values.get('user_id')).toBe('ada');
  app.values().set('user_id', 'grace');
  const { length } = jar.written;
  values.mirror();
  const written = jar.written.slice(length).filter((text) => !text.includes('probe'));
  expect(written).toMatchObject([expect.stringMatching(/^chaintrail_x_consent=granted;/)]);
  jar.clear();
  expect(www.values().get('user_id')).toBe('grace');
});

test('treats cookies that the site emptied, as a server does at sign-out, as lost', async () => {
  const { jar, app } = createSite();
  const { document } = jar.page('https://app.example.com/');
  const empty = (...keys: readonly string[]) => {
    for (const key of keys) document.cookie = `${PREFIX}${key}=; path=/; domain=example.com`;
  };
  const before = app.open();
  before.tracker.identify('ada');
  empty('anonymous_id', 'user_id', 'session', 'first_touch');
  app.values().mirror();
  const said = await saidOn(before);
  const after = await saidOn(app.open());
  const visitor = { anonymous_id: said?.anonymous_id, session_id: said?.session_id };
  expect(after).toMatchObject({ ...visitor, user_id: 'ada' });
  expect(app.values().get('first_touch')).toBe('{}');

  before.tracker.consent('denied');
  await settle();
  empty('consent');
  expect(app.open().tracker.consent()).toBe('denied');
});

/** For each session of these pages, the number of visitors in it. */
const peopleOf = (...pages: readonly Page[]) => {
  const people = new Map<unknown, Set<unknown>>();
  for (const { session_id, anonymous_id } of pages.flatMap(({ world }) => [
    ...world.server.kept.values(),
  ])) {
    people.set(session_id, (people.get(session_id) ?? new Set()).add(anonymous_id));
  }
  return [...people.values()].map(({ size }) => size);
};

test.each(['reset', 'consent', 'consent, with an event meanwhile'])(
  'an open tab of another host never mixes two visitors in one session: %s',
  async (how) => {
    for (const isFirstThere of [true, false]) {
      const { app, www } = createSite();
      const [here, there] = [app.open('pending'), www.open('pending')];
      here.tracker.consent('granted');
      there.tracker.refresh();
      here.tracker.identify('ada');
      for (const page of [here, there]) await saidOn(page);
      if (how === 'reset') here.tracker.reset();
      else {
        here.tracker.consent('denied');
        await settle();
        if (how !== 'consent') there.tracker.track('meanwhile');
        await there.world.clock.turn(1);
        here.tracker.consent('granted');
        // A page that noticed the refusal notices the grant when it is shown.
        if (how !== 'consent') there.tracker.refresh();
      }
      const pages = isFirstThere ? [there, here, there] : [here, there, here];
      for (const page of pages) await saidOn(page);
      expect(peopleOf(here, there)).toEqual([1, 1]);
      expect(await saidOn(there)).toMatchObject({
        anonymous_id: here.tracker.anonymousId(),
        user_id: null,
      });
    }
  },
);

test('withdrawn and granted again: an open tab of another host restores nothing of the earlier visitor', async () => {
  const { app, there, tracker } = await withdrawnAndGranted();
  there.tracker.refresh();
  expect(await saidOn(there)).toMatchObject({
    anonymous_id: tracker.anonymousId(),
    user_id: null,
    address: null,
  });
  expect(await saidOn(app.open('pending'))).toMatchObject({ user_id: null, address: null });
});

test('events queued in a tab are not sent after a refusal on another host and a grant here', async () => {
  const { app, www } = createSite();
  const [here, there] = [app.open('pending'), www.open('pending')];
  there.tracker.consent('granted');
  there.world.server.answer = () => ({ kind: 'retry', afterMs: 60_000 });
  await saidOn(there);
  const before = there.tracker.anonymousId();
  here.tracker.refresh();
  here.tracker.consent('denied');
  await settle();
  there.tracker.consent('granted');
  there.world.server.answer = () => ({ kind: 'delivered' });
  await there.world.clock.turn(120_000);
  expect(there.world.server.names()).toEqual([]);
  expect(there.tracker.anonymousId()).not.toBe(before);
});
