// Which write keys share their storage in a browser.
import { expect, test } from 'vitest';
import { namespaceOf } from '../../src/browser/namespace.js';

const token = (claims: unknown) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('keys of one project share a namespace, keys of two projects do not', () => {
  const first = namespaceOf(token({ project_id: 'prj_a', key_id: '1' }));
  expect(namespaceOf(token({ project_id: 'prj_a', key_id: '2?>' }))).toBe(first);
  expect(namespaceOf(token({ project_id: 'prj_b', key_id: '1' }))).not.toBe(first);
});

test.each(['opaque', 'a.b.c', token(null), token({}), token('text'), ''])(
  '%j has a namespace of its own',
  (key) => {
    expect(namespaceOf(key)).toMatch(/^[a-z0-9]{1,7}$/);
    expect(namespaceOf(key)).not.toBe(namespaceOf(`${key}2`));
  },
);
