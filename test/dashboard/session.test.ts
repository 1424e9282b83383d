// What the dashboard keeps of a key: nothing once the tab was signed out, also while the server answers.
import { afterEach, expect, it, vi } from 'vitest';
import { openClient, readKeptKey, readKey } from '../../src/dashboard/state/session.js';
import { keyAnswerStore, keyStore } from '../../src/dashboard/state/storage.js';

afterEach(() => {
  keyStore.write(undefined);
  keyAnswerStore.write(undefined);
  vi.unstubAllGlobals();
});

it.each([
  ['keeps the scopes of a key for the next load', 'ct_mine', { id: 'key_1' }],
  ['keeps nothing of a key that was signed out meanwhile', undefined, undefined],
  ['keeps nothing of a key when another one has signed in', 'ct_another', undefined],
])('%s', async (_, keyThen, kept) => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:4318' });
  vi.stubGlobal('fetch', async () => {
    keyStore.write(keyThen);
    return Response.json({ id: 'key_1' });
  });
  keyStore.write('ct_mine');
  const session = { client: openClient('ct_mine'), apiKey: 'ct_mine' };
  const { signal } = new AbortController();
  expect(await readKey(session, signal)).toEqual({ id: 'key_1' });
  expect(readKeptKey()).toEqual(kept);
});
