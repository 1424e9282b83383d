// The list of wallets that the page's address describes, with links to other lists and back to it.
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { formatPlace, parsePlace } from './place.js';
import { listStore } from './storage.js';
import { useNavigation } from './use-place.js';
import { formatWalletList, parseWalletList, type WalletList } from './wallet-list.js';

export function useWalletList() {
  const { place, go, hrefTo } = useNavigation();
  const { options } = place;
  return useMemo(() => {
    const list = parseWalletList(options);
    /** A changed list begins at its first page. */
    const changed = (change: Partial<WalletList>) => ({
      options: formatWalletList({ ...list, offset: 0, ...change }),
    });
    return {
      list,
      choose: (change: Partial<WalletList>) => go(changed(change)),
      hrefOf: (change: Partial<WalletList>) => hrefTo(changed(change)),
    };
  }, [options, go, hrefTo]);
}

/** Remembers the address of the list, for the link back from the page of a wallet. */
export function useRememberedList(): void {
  const { place } = useNavigation();
  useLayoutEffect(() => listStore.write(formatPlace(place)), [place]);
}

/** Link to the list that was looked at last, with its order and page, but in the project that is chosen now. */
export function useListHref(): string {
  const { hrefTo } = useNavigation();
  const { project: _, ...options } = parsePlace(listStore.read() ?? '').options;
  return hrefTo({ view: 'wallets', options });
}
