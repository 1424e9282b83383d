// @vitest-environment happy-dom
// The sign-in form says what is wrong with a key, each time; a key of the wrong kind is sent
// nowhere.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { SignIn } from '../../src/dashboard/views/sign-in.js';
import { eventually } from '../support/eventually.js';
import { mount } from './render.js';

const asked: unknown[] = [];
let server: () => Promise<Response> = () => Promise.reject(new Error('Nobody is to be asked.'));

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  vi.stubGlobal('fetch', async (...request: unknown[]) => {
    asked.push(request);
    return server();
  });
});

const open = async () => {
  const root = await mount(<SignIn onSignIn={() => asked.push('signed in')} reason={undefined} />);
  const field = root.querySelector('input');
  if (field === null) throw new Error('There is no field for the key.');
  const enter = (key: string) => {
    field.value = key;
    return act(() => root.querySelector<HTMLButtonElement>('[type=submit]')?.click());
  };
  return { enter, fault: () => root.querySelector('[role=alert]')?.textContent };
};

it('focuses its only field', async () => {
  await open();
  expect(document.activeElement?.id).toBe('api-key');
});

it('recognises a write key in place of an API key', async () => {
  const { enter, fault } = await open();
  await enter(' eyJhbGciOiJIUzI1NiJ9.eyJwIjoxfQ.c2lnbmF0dXJl ');
  expect(fault()).toContain('This is a write key');
  expect(asked).toEqual([]);
});

it('announces the same error again: screen readers announce only changes', async () => {
  const answers: (() => void)[] = [];
  const body = JSON.stringify({ error: { code: 'UNAUTHORIZED', message: 'No.' } });
  server = () =>
    new Promise((resolve) => {
      answers.push(() => resolve(new Response(body, { status: 401 })));
    });
  const { enter, fault } = await open();
  for (const key of ['ct_one', 'ct_other']) {
    await enter(key);
    expect(fault()).toBe('');
    answers.shift()?.();
    await eventually(() => expect(fault()).toContain('does not know this key'));
  }
});
