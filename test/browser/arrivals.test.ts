// How a visitor arrived: read once from the page's URL and its referrer, with secrets and markup
// removed.
import { describe, expect, test } from 'vitest';
import { type ArrivalOptions, createTakeArrival } from '../../src/browser/arrivals.js';

interface FakePage {
  readonly referrer?: string;
  readonly type?: string;
}

const open = (
  address: string,
  { referrer = '', type = 'navigate' }: FakePage = {},
  options: Partial<ArrivalOptions> = {},
) => {
  const page = {
    document: { referrer },
    location: new URL(address),
    performance: { getEntriesByType: () => [{ type }] },
  };
  const take = createTakeArrival(page as unknown as Window, {
    redaction: {},
    referral: undefined,
    findSite: () => '',
    ...options,
  });
  return { page, take };
};
const touchOf = (...input: Parameters<typeof open>) => open(...input).take()?.touch;

const HOME = 'https://dapp.example/';
const landing_page = HOME;

describe('on load', () => {
  test('returns the campaign, the click id, the referrer and the landing page', () => {
    const address = `${HOME}?utm_source=news&utm_medium=email&gclid=1&ref=ada&other=2`;
    expect(touchOf(address, { referrer: 'https://mail.example/inbox?id=9' })).toEqual({
      utm_source: 'news',
      utm_medium: 'email',
      gclid: '1',
      ref: 'ada',
      referrer: 'https://mail.example/inbox?id=redacted',
      landing_page: `${HOME}?utm_source=news&utm_medium=email&gclid=1&ref=ada&other=redacted`,
    });
  });

  test('returns only the landing page for a direct visit', () => {
    expect(touchOf(HOME)).toEqual({ landing_page });
    expect(touchOf(HOME, { referrer: 'nonsense' })).toEqual({ landing_page });
  });

  test.each([
    ['markup', '%3Cb%3Enews%3C/b%3E', 'news'],
    ['control characters', 'ne%00ws%0a', 'news'],
    ['script schemes', 'javascript%3Aalert(1)', undefined],
    ['what is too long', 'lo'.repeat(500), 'lo'.repeat(500).slice(0, 255)],
    ['secrets', 'ada%40example.com', 'redacted'],
    ['emptiness', '%20', undefined],
    ['broken encoding', '%E0%A4%A', '�%A'],
  ])('cleans %s', (_, value, expected) => {
    expect(touchOf(`${HOME}?utm_source=${value}`)?.utm_source).toBe(expected);
  });
});

describe('where the app routes by fragments', () => {
  test.each([
    ['#/swap?ref=bob&utm_source=x', { ref: 'bob', utm_source: 'x' }],
    ['#!/swap?ref=bob', { ref: 'bob' }],
    ['?utm_source=ad#/swap?ref=bob', { ref: 'bob', utm_source: 'ad' }],
    ['?ref=ann#/swap?ref=bob', { ref: 'ann' }],
    ['?ref=ann#/swap', { ref: 'ann' }],
    ['?ref=ann#top', { ref: 'ann' }],
    ['#ref=bob', {}],
    ['#/ref=bob', {}],
  ])('%s yields %o', (rest, expected) => {
    const { landing_page: _, ...touch } = touchOf(HOME + rest) ?? {};
    expect(touch).toEqual(expected);
  });
});

describe('the referral parameter', () => {
  test.each([
    ['?ref=a&referral=b', {}, 'a'],
    ['?referral=b', {}, 'b'],
    ['?refcode=c', {}, 'c'],
    ['?via=d&ref=a', { query: ['via', 'by'] }, 'd'],
    ['?by=e', { query: ['via', 'by'] }, 'e'],
    ['r/fred', { path: '^/r/([^/]+)' }, 'fred'],
    ['r/fred?ref=a', { path: '^/r/([^/]+)' }, 'a'],
    [encodeURI('r/Jürgen'), { path: '^/r/([^/]+)' }, 'Jürgen'],
    ['r/100%', { path: '^/r/([^/]+)' }, '100%'],
    ['r/fred', {}, undefined],
  ])('of %s with %o is %s', (rest, referral, expected) => {
    expect(touchOf(HOME + rest, {}, { referral })?.ref).toBe(expected);
  });
});

describe('a referrer', () => {
  test.each([
    ['the same host', HOME, 'https://dapp.example/other', '', true],
    ['a subdomain', HOME, 'https://www.dapp.example/', '', true],
    ['the domain above', 'https://app.dapp.example/', HOME, '', true],
    [
      'a sister of the site',
      'https://app.dapp.example/',
      'https://www.dapp.example/',
      'dapp.example',
      true,
    ],
    [
      'a sister that may be of another',
      'https://app.dapp.example/',
      'https://www.dapp.example/',
      '',
      false,
    ],
    ['another below co.uk', 'https://app.one.co.uk/', 'https://www.two.co.uk/', 'one.co.uk', false],
    [
      'another below github.io',
      'https://one.github.io/',
      'https://two.github.io/',
      'one.github.io',
      false,
    ],
    ['one that ends alike', HOME, 'https://mydapp.example/', '', false],
  ])('from %s', (_, address, referrer, site, isOwn) => {
    const touch = touchOf(address, { referrer }, { findSite: () => site });
    expect(touch?.referrer).toBe(isOwn ? undefined : referrer);
  });

  test('calls findSite only if the answer matters, since it writes a cookie', () => {
    let asked = 0;
    const findSite = () => {
      asked += 1;
      return '';
    };
    for (const referrer of ['', 'https://search.test/', `${HOME}other`]) {
      touchOf(HOME, { referrer }, { findSite });
    }
    expect(asked).toBe(0);
  });

  test('of the same site carries over the campaign of a page that redirected before the script ran', () => {
    const referrer = `${HOME}landing?utm_source=news&gclid=1&ref=ada`;
    expect(touchOf(`${HOME}app`, { referrer })).toEqual({
      utm_source: 'news',
      gclid: '1',
      ref: 'ada',
      landing_page: `${HOME}app`,
    });
    expect(touchOf(`${HOME}app?utm_source=ads`, { referrer })).toEqual({
      utm_source: 'ads',
      landing_page: `${HOME}app?utm_source=ads`,
    });
  });
});

describe('an arrival', () => {
  test('is returned once, and again when the URL names another campaign', () => {
    const { page, take } = open(`${HOME}?utm_source=news`, { referrer: 'https://x.com/' });
    expect(take()?.touch).toMatchObject({ utm_source: 'news', referrer: 'https://x.com/' });
    expect(take()).toBeNull();
    page.location.href = `${HOME}pools`;
    expect(take()).toBeNull();
    page.location.href = `${HOME}swap?utm_source=banner`;
    expect(take()).toEqual({
      touch: { utm_source: 'banner', landing_page: page.location.href },
      isVisit: true,
    });
    expect(take()).toBeNull();
  });

  test('counts as a visit where navigation timing is missing, as in jsdom', () => {
    const { page, take } = open(HOME);
    Reflect.deleteProperty(page.performance, 'getEntriesByType');
    expect(take()).toMatchObject({ isVisit: true });
  });

  test.each([
    ['navigate', true],
    ['prerender', true],
    ['reload', false],
    ['back_forward', false],
  ])('by %s counts as a visit: %s', (type, isVisit) => {
    expect(open(HOME, { type }).take()).toMatchObject({ isVisit });
  });
});
