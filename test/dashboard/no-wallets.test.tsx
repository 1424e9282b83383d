// @vitest-environment happy-dom
// The empty list of wallets links to the list of all wallets.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { NavigationContext, useAddress } from '../../src/dashboard/state/use-place.js';
import { NoWallets } from '../../src/dashboard/views/wallets/no-wallets.js';
import { mount } from './render.js';

const List = () => (
  <NavigationContext.Provider value={useAddress()}>
    <NoWallets find="" isNarrowed />
  </NavigationContext.Provider>
);

it.each(['project=prj_1', 'project=prj_1&stage=Churned', 'find=x&offset=25'])(
  'without the options that narrowed it: %s',
  async (options) => {
    await act(() => {
      location.hash = `#/wallets?range=30d&${options}`;
    });
    const root = await mount(<List />);
    expect(root.querySelector('a')?.getAttribute('href')).toBe('#/wallets?range=30d');
  },
);
