// Which methods an address takes, where patterns with parameters and without are beside each other.
import { expect, it } from 'vitest';
import { methodsAt } from '../../../src/server/http/not-found.js';

const ADDRESSES = [
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/docs/search' },
  { method: 'GET', path: '/docs/:page' },
  { method: 'PUT', path: '/docs/:page' },
];

it.each([
  ['/', ['GET']],
  ['/docs/search', ['GET', 'PUT']],
  ['/docs/other/', ['GET', 'PUT']],
  ['/docs', []],
  ['/docs/other/more', []],
])('%s takes %j', (path, methods) => {
  expect(methodsAt(ADDRESSES, path)).toEqual(methods);
});
