// The allowed methods of a path, with patterns with and without parameters.
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
])('%s allows %j', (path, methods) => {
  expect(methodsAt(ADDRESSES, path)).toEqual(methods);
});
