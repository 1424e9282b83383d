// @vitest-environment happy-dom
// The search field for wallets keeps its focus while the user types.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { NavigationContext, useAddress } from '../../src/dashboard/state/use-place.js';
import { WalletSearch } from '../../src/dashboard/views/wallets/wallet-search.js';
import { mount, write } from './render.js';

const Search = () => (
  <NavigationContext.Provider value={useAddress()}>
    <WalletSearch />
  </NavigationContext.Provider>
);

const FIELD = 'input';

it('the field keeps the focus when it searches, and takes the text of another URL', async () => {
  await act(() => {
    location.hash = '#/wallets';
  });
  const root = await mount(<Search />);
  const field = root.querySelector<HTMLInputElement>(FIELD);
  field?.focus();
  await write(root, FIELD, ' vip ');
  await act(() => root.querySelector('form')?.requestSubmit());
  await act(() => {
    window.dispatchEvent(new Event('hashchange'));
  });
  expect(location.hash).toBe('#/wallets?find=vip');
  expect(root.querySelector(FIELD)).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(field?.value).toBe('vip');

  await write(root, FIELD, 'half a wo');
  await act(() => {
    location.hash = '#/wallets?find=vip&stage=New';
    window.dispatchEvent(new Event('hashchange'));
  });
  expect(field?.value).toBe('half a wo');
  await act(() => {
    location.hash = '#/wallets';
    window.dispatchEvent(new Event('hashchange'));
  });
  expect(field?.value).toBe('');
});
