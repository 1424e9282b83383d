// The URL of the requested page, however the request reached the service.
import { expect, it } from 'vitest';
import type { RequestLike } from '../../src/node/request/request-like.js';
import { openService } from './support/open-service.js';

const ASKED = { 'sec-fetch-mode': 'navigate' };
it.each([
  [
    'over HTTP/2',
    { url: '/a?ref=x', headers: { ...ASKED, ':authority': 'dapp.example', ':scheme': 'https' } },
    'https://dapp.example/a?ref=x',
  ],
  [
    'over TLS of its own',
    { url: '/a', headers: { ...ASKED, host: 'dapp.example' }, socket: { encrypted: true } },
    'https://dapp.example/a',
  ],
  [
    'behind a proxy, whose own address the framework tells',
    {
      url: 'http://localhost:3000/a?ref=x',
      headers: new Headers({
        ...ASKED,
        host: 'localhost:3000',
        'x-forwarded-host': 'dapp.example',
        'x-forwarded-proto': 'https,http',
      }),
    },
    'https://dapp.example/a?ref=x',
  ],
  [
    'by a path that looks like a host',
    { url: '//other.example/a', headers: { ...ASKED, host: 'dapp.example' } },
    'http://dapp.example//other.example/a',
  ],
])('the URL of a page requested %s', (_, request, url) => {
  const { about } = openService().tracker.forRequest(request as RequestLike);
  expect(about.context).toMatchObject({ page_url: url });
});
