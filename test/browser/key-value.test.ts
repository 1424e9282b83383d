// Where small values are stored, and how they are restored when a place is denied, emptied or
// shared.
import { describe, expect, test } from 'vitest';
import { createBrowserKeyValue, createCookieKeyValue } from '../../src/browser/key-value.js';
import { createCookieJar } from './fakes/cookie-jar.js';
import { createFakeStorage } from './fakes/storage.js';

const PREFIX = 'chaintrail_x_';

const denied = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const deniedStorage = {
  getItem: denied,
  setItem: denied,
  removeItem: denied,
} as unknown as Storage;
const deniedCookies = {
  document: {
    get cookie() {
      return denied();
    },
    set cookie(_: string) {
      denied();
    },
  },
  location: { hostname: 'example.com', protocol: 'https:' },
};

describe('the cookie', () => {
  test.each([
    ['https://app.example.co.uk/', '; domain=example.co.uk'],
    ['https://example.com/', '; domain=example.com'],
    ['https://a.b.example.com/', '; domain=example.com'],
    ['https://shop.example.com.au/', '; domain=example.com.au'],
    ['https://www.example.gov.br/', '; domain=example.gov.br'],
    ['https://city.kobe.jp/', '; domain=city.kobe.jp'],
    ['https://a.b.c.d.example.xyz/', '; domain=example.xyz'],
    ['https://someone.github.io/', '; domain=someone.github.io'],
    ['https://www.someone.github.io/', '; domain=someone.github.io'],
    ['https://preview-1.vercel.app/', '; domain=preview-1.vercel.app'],
    ['https://xn--bcher-kva.example.com/', '; domain=example.com'],
    ['https://github.io/', ''],
    ['http://localhost:3000/', ''],
  ])('on %s is written to "%s"', (address, domain) => {
    const jar = createCookieJar();
    const values = createCookieKeyValue(jar.page(address), PREFIX);
    values.set('session', 'a b;c');
    const secure = address.startsWith('https') ? '; secure' : '';
    expect(jar.written.at(-1)).toBe(
      `${PREFIX}session=a%20b%3Bc; path=/; max-age=34560000; samesite=lax${secure}${domain}`,
    );
    expect(values.get('session')).toBe('a b;c');
    expect(jar.page(address).document.cookie).not.toContain('probe');
  });

  test('is never so long that a server refuses the request, nor left with an older value', () => {
    const jar = createCookieJar();
    const page = jar.page('https://example.com/');
    const values = createBrowserKeyValue(
      createCookieKeyValue(page, PREFIX),
      createFakeStorage(),
      PREFIX,
    );
    values.set('touch', 'short');
    expect(page.document.cookie).toContain('touch=short');
    for (const long of ['a'.repeat(2_000), '\u4f60'.repeat(200)]) {
      values.set('touch', long);
      expect(values.get('touch')).toBe(long);
      expect(page.document.cookie).toBe('');
    }
    values.set('touch', 'short');
    values.set('touch', '\ud800');
    expect(values.get('touch')).toBe('\ud800');
  });

  test('never contains pending transactions: these are stored in localStorage', () => {
    const jar = createCookieJar();
    const page = jar.page('https://example.com/');
    const cookies = createCookieKeyValue(page, PREFIX);
    const storage = createFakeStorage();
    const values = createBrowserKeyValue(cookies, storage, PREFIX);
    // As earlier releases stored it.
    const name = `${PREFIX}pending_transactions`;
    page.document.cookie = `${name}=old; path=/; domain=example.com`;
    expect(values.get('pending_transactions')).toBe('old');
    values.set('pending_transactions', '[1]');
    expect(page.document.cookie).toBe('');
    expect(values.get('pending_transactions')).toBe('[1]');
    expect(storage.getItem(name)).toBe('[1]');
    values.remove('pending_transactions');
    expect(values.get('pending_transactions')).toBeNull();
    const alone = createBrowserKeyValue(cookies, undefined, PREFIX);
    alone.set('pending_transactions', '[2]');
    expect(alone.get('pending_transactions')).toBe('[2]');
    expect(page.document.cookie).toBe('');
  });

  test('of a frame without a URL of its own is that of the page around it', () => {
    const jar = createCookieJar();
    const around = jar.page('https://app.example.com/');
    const domain = { value: 'app.example.com' };
    const frame = createCookieKeyValue(
      { document: Object.create(around.document, { domain }), location: new URL('about:srcdoc') },
      PREFIX,
    );
    frame.set('anonymous_id', 'ada');
    const page = createCookieKeyValue(around, PREFIX);
    page.set('anonymous_id', 'grace');
    expect(frame.get('anonymous_id')).toBe('grace');
    page.remove('anonymous_id');
    expect(around.document.cookie).toBe('');
  });

  test('is shared by subdomains', () => {
    const jar = createCookieJar();
    createCookieKeyValue(jar.page('https://app.example.com/'), PREFIX).set('anonymous_id', '1');
    const other = createCookieKeyValue(jar.page('https://www.example.com/'), PREFIX);
    expect(other.get('anonymous_id')).toBe('1');
  });
});

describe('cookie and localStorage together', () => {
  test("restore each other's value when one is lost", () => {
    const jar = createCookieJar();
    const storage = createFakeStorage();
    const open = () =>
      createBrowserKeyValue(
        createCookieKeyValue(jar.page('https://example.com/'), PREFIX),
        storage,
        PREFIX,
      );
    open().set('anonymous_id', 'a');

    jar.clear();
    expect(open().get('anonymous_id')).toBe('a');
    storage.removeItem(`${PREFIX}anonymous_id`);
    expect(open().get('anonymous_id')).toBe('a');
    expect(storage.getItem(`${PREFIX}anonymous_id`)).toBe('a');
  });

  test('prefer the cookie, since subdomains share it', () => {
    const page = createCookieJar().page('https://example.com/');
    const storage = createFakeStorage();
    storage.setItem(`${PREFIX}user_id`, 'old');
    createCookieKeyValue(page, PREFIX).set('user_id', 'new');
    expect(
      createBrowserKeyValue(createCookieKeyValue(page, PREFIX), storage, PREFIX).get('user_id'),
    ).toBe('new');
  });

  test('do not restore a value from localStorage that another subdomain removed', () => {
    const jar = createCookieJar();
    const app = createBrowserKeyValue(
      createCookieKeyValue(jar.page('https://app.example.com/'), PREFIX),
      createFakeStorage(),
      PREFIX,
    );
    const wwwStorage = createFakeStorage();
    const www = createBrowserKeyValue(
      createCookieKeyValue(jar.page('https://www.example.com/'), PREFIX),
      wwwStorage,
      PREFIX,
    );
    www.set('user_id', 'ada');
    app.remove('user_id');
    expect(www.get('user_id')).toBeNull();
  });
});

test.each([
  ['where localStorage has the value', createFakeStorage(), 0],
  ['but where the cookie alone has it', undefined, 1],
])('a written cookie is not read back, %s', (_, storage, expected) => {
  const { location, document } = createCookieJar().page('https://example.com/');
  let reads = 0;
  const counted = {
    get cookie() {
      reads += 1;
      return document.cookie;
    },
    set cookie(text: string) {
      document.cookie = text;
    },
  };
  const cookies = createCookieKeyValue({ location, document: counted }, PREFIX);
  const values = createBrowserKeyValue(cookies, storage, PREFIX);
  cookies.site();
  reads = 0;
  values.set('session', 'a');
  expect(reads).toBe(expected);
  expect(values.get('session')).toBe('a');
});

describe('places that are denied or full', () => {
  test('removing a value that does not exist writes nothing', () => {
    const jar = createCookieJar();
    const storage = createFakeStorage();
    createBrowserKeyValue(
      createCookieKeyValue(jar.page('https://example.com/'), PREFIX),
      storage,
      PREFIX,
    ).remove('user_id');
    expect([jar.written, Object.keys(storage)]).toEqual([[], []]);
  });

  test.each([
    ['cookies are denied', deniedCookies, createFakeStorage()],
    ['localStorage is denied', createCookieJar().page('https://example.com/'), deniedStorage],
    ['localStorage is full', createCookieJar().page('https://example.com/'), createFakeStorage(0)],
    ['both are denied', deniedCookies, deniedStorage],
    ['cookies are denied and localStorage is missing', deniedCookies, undefined],
  ])('when %s, values are kept in memory and nothing throws', (_, page, storage) => {
    const values = createBrowserKeyValue(createCookieKeyValue(page, PREFIX), storage, PREFIX);
    expect(values.get('user_id')).toBeNull();
    values.set('user_id', 'ada');
    values.set('user_id', 'grace');
    expect(values.get('user_id')).toBe('grace');
    values.remove('user_id');
    expect(values.get('user_id')).toBeNull();
  });

  test('a value too large for a cookie is stored in localStorage', () => {
    const jar = createCookieJar();
    const page = jar.page('https://example.com/');
    const limited = {
      location: page.location,
      document: {
        get cookie() {
          return page.document.cookie;
        },
        set cookie(text: string) {
          if (text.length < 4_096) page.document.cookie = text;
        },
      },
    };
    const values = createBrowserKeyValue(
      createCookieKeyValue(limited, PREFIX),
      createFakeStorage(),
      PREFIX,
    );
    values.set('wallet', 'small');
    values.set('wallet', 'x'.repeat(5_000));
    expect(values.get('wallet')).toBe('x'.repeat(5_000));
  });
});
