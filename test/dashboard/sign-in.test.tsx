// @vitest-environment happy-dom
// A key of the wrong kind is named at sign-in, and sent nowhere.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { SignIn } from '../../src/dashboard/views/sign-in.js';
import { mount } from './render.js';

const asked: unknown[] = [];

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    asked.push(request);
    throw new TypeError('There is no network.');
  });
});

it('a write key is told from an API key', async () => {
  const root = await mount(<SignIn onSignIn={() => asked.push('signed in')} reason={undefined} />);
  const field = root.querySelector('input');
  if (field === null) throw new Error('There is no field for the key.');
  field.value = ' eyJhbGciOiJIUzI1NiJ9.eyJwIjoxfQ.c2lnbmF0dXJl ';
  await act(() => root.querySelector<HTMLButtonElement>('[type=submit]')?.click());
  expect(root.querySelector('[role=alert]')?.textContent).toContain('That is a write key');
  expect(asked).toEqual([]);
});
