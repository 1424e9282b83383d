// The attribution of events of a backend: from the browser's cookie, otherwise from the request.
import { expect, it } from 'vitest';
import { namespaceIn } from '../../src/core/namespace.js';
import { START } from '../core/fakes.js';
import { openService } from './support/open-service.js';

const PREFIX = `chaintrail_${namespaceIn('write-key', atob)}_`;
const PAGE = { page_path: '/swap', library_name: 'chaintrail/node' };
const OF_THE_REQUEST = { ...PAGE, utm_source: 'later', ref: 'bob' };
const TOUCH = JSON.stringify({
  referrer: 'https://search.example/?q=redacted',
  utm_source: '<b>news</b>',
  utm_content: 'ada@example.com',
  gclid: 7,
  landing_page: 'https://dapp.example/?utm_source=news',
});

/** @param sessionAt the time of the browser's last event */
const contextOf = (touch: string, sessionAt = START, further = '') => {
  const cookie = [
    `${PREFIX}session=visit%7C${sessionAt}`,
    `${PREFIX}touch=${encodeURIComponent(touch)}${further}`,
  ].join('; ');
  const referer = 'https://dapp.example/swap?utm_source=later&ref=bob';
  const headers = { cookie, 'sec-fetch-mode': 'cors', referer };
  return openService().tracker.forRequest({ url: 'https://dapp.example/api/buy', headers }).about
    .context;
};

it('is the touch with which the visit began, not that of a later page', () => {
  const context = contextOf(TOUCH);
  expect(context).toMatchObject({
    ...PAGE,
    referrer: 'https://search.example/?q=redacted',
    utm_source: 'news',
    utm_content: 'redacted',
  });
  for (const name of ['gclid', 'landing_page', 'ref']) expect(context).not.toHaveProperty(name);
  expect(contextOf('{}')).not.toHaveProperty('utm_source');
});

it.each([
  ['is over', TOUCH, START - 40 * 60_000, ''],
  ['cannot be read', '{"', START, ''],
  ['must not be followed', TOUCH, START, `; ${PREFIX}consent=denied`],
])('comes from the request where the visit %s', (_, touch, sessionAt, further) => {
  expect(contextOf(touch, sessionAt, further)).toMatchObject(OF_THE_REQUEST);
});
