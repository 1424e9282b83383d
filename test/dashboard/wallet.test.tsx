// @vitest-environment happy-dom
// What is written of a wallet stays, whatever becomes of what is asked of it meanwhile.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { parsePlace } from '../../src/dashboard/state/place.js';
import { type Scope, ScopeContext, useScopeOf } from '../../src/dashboard/state/scope.js';
import { SessionContext } from '../../src/dashboard/state/session.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';
import { Wallet } from '../../src/dashboard/views/wallet.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const ADDRESS = `0x${'1'.repeat(40)}`;
const place = parsePlace(`#/wallets/${ADDRESS}`);
const key = { data: { scopes: ['profiles:write'], projects: [] } };

interface PageProps {
  readonly client: object;
  readonly onScope: (scope: Scope) => void;
}

function Page({ client, onScope }: PageProps) {
  const scope = useScopeOf(place);
  onScope(scope);
  return (
    <SessionContext.Provider value={{ client } as never}>
      <NavigationContext.Provider value={{ place, hrefTo: () => '', go: () => {} }}>
        <KeyContext.Provider value={key as never}>
          <ScopeContext.Provider value={scope}>
            <Wallet address={ADDRESS} />
          </ScopeContext.Provider>
        </KeyContext.Provider>
      </NavigationContext.Provider>
    </SessionContext.Provider>
  );
}

it('the form of a label, where its profile cannot be read again', async () => {
  const profile = { address: ADDRESS, first_seen: null, last_seen: null, updated_at: null };
  const retrieve = vi.fn(async () => ({ ...profile, lifecycle: null }));
  const upsert = vi.fn(async () => ({}));
  const none = async () => ({ data: [] });
  const client = {
    ...{ profiles: { retrieve, labels: { upsert } }, query: { run: none } },
    analytics: { revenueTimeseries: none },
  };
  const scopes: Scope[] = [];
  const root = await mount(<Page client={client} onScope={(scope) => scopes.push(scope)} />);
  await act(() => pause());
  const add = [...root.querySelectorAll('button')].find((one) => one.textContent === 'Add');
  await act(() => add?.click());
  await act(() => {
    const name = root.querySelector<HTMLInputElement>('[name=label]');
    if (name === null) throw new Error('There is no form.');
    name.value = 'vip';
    name.dispatchEvent(new Event('input', { bubbles: true }));
  });
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
