// @vitest-environment happy-dom
// Text typed on the page of a wallet stays, also if reloading the wallet fails.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { type Scope, useScope } from '../../src/dashboard/state/scope.js';
import { Wallet } from '../../src/dashboard/views/wallet.js';
import { At } from './at.js';
import { mount, write } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const ADDRESS = `0x${'1'.repeat(40)}`;
const key = { data: { scopes: ['profiles:write'], projects: [] } };

/** Collects the scope that is provided to the parts of the page. */
function Told({ scopes }: { readonly scopes: Scope[] }) {
  scopes.push(useScope());
  return null;
}

it('keeps the form of a label when the profile cannot be loaded again', async () => {
  const profile = { address: ADDRESS, first_seen: null, last_seen: null, updated_at: null };
  const retrieve = vi.fn(async () => ({ ...profile, lifecycle: null }));
  const upsert = vi.fn(async () => ({}));
  const none = async () => ({ data: [] });
  const client = {
    ...{ profiles: { retrieve, labels: { upsert } }, query: { run: none } },
    analytics: { revenueTimeseries: none },
  };
  const scopes: Scope[] = [];
  const root = await mount(
    <At hash={`#/wallets/${ADDRESS}`} client={client}>
      <KeyContext.Provider value={key as never}>
        <Wallet address={ADDRESS} />
      </KeyContext.Provider>
      <Told scopes={scopes} />
    </At>,
  );
  await act(() => pause());
  const add = [...root.querySelectorAll('button')].find((one) => one.textContent === 'Add');
  await act(() => add?.click());
  await write(root, '[name=label]', 'vip');
  retrieve.mockRejectedValueOnce(new Error('no answer'));
  await act(() => scopes.at(-1)?.renew());
  await act(() => pause());
  expect(root.querySelector('.problem')).not.toBeNull();
  expect(root.querySelector<HTMLInputElement>('[name=label]')?.value).toBe('vip');
  await act(async () => root.querySelector('form')?.requestSubmit());
  await act(() => pause());
  expect(upsert).toHaveBeenCalledWith(ADDRESS, expect.objectContaining({ tag_id: 'vip' }), {});
  expect(root.querySelector('[name=label]')).toBeNull();
  expect(retrieve).toHaveBeenCalledTimes(3);
});
