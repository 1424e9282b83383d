// @vitest-environment happy-dom
// The link back from a wallet leads to the list as it was, not to its first page.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import {
  NavigationContext,
  useAddress,
  useNavigation,
} from '../../src/dashboard/state/use-place.js';
import { useListHref, useRememberedList } from '../../src/dashboard/state/use-wallet-list.js';
import { mount } from './render.js';

function List() {
  useRememberedList();
  return null;
}
const Back = () => <a href={useListHref()}>Wallets</a>;
const Either = () => (useNavigation().place.id === undefined ? <List /> : <Back />);
const Page = () => (
  <NavigationContext.Provider value={useAddress()}>
    <Either />
  </NavigationContext.Provider>
);

const goTo = (hash: string) =>
  act(() => {
    location.hash = hash;
    window.dispatchEvent(new Event('hashchange'));
  });

it.each([
  ['#/wallets?order=revenue&offset=50&segment=s', '#/wallets/0x1', ''],
  ['#/wallets?project=p&stage=New', '#/wallets/0x1?project=p', '&project=p'],
  // With the project that is selected now.
  ['#/wallets?project=p&stage=New', '#/wallets/0x1', ''],
])('links back from %s to %s', async (list, wallet, project) => {
  await goTo(list);
  const root = await mount(<Page />);
  await goTo(wallet);
  const back = new URLSearchParams(root.querySelector('a')?.getAttribute('href')?.split('?')[1]);
  const expected = new URLSearchParams(list.split('?')[1]);
  expected.delete('project');
  if (project !== '') expected.set('project', 'p');
  expect(Object.fromEntries(back)).toEqual(Object.fromEntries(expected));
});
