// The list of wallets that the address says, and the ways to another one and back to it.
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
    /** Another choice begins with its first page. */
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

/** For the list: where one of its wallets leads back to. */
export function useRememberedList(): void {
  const { place } = useNavigation();
  useLayoutEffect(() => listStore.write(formatPlace(place)), [place]);
}

/** The list that was looked at last, with its order and page; of the project that is looked at now. */
export function useListHref(): string {
  const { hrefTo } = useNavigation();
  const { project: _, ...options } = parsePlace(listStore.read() ?? '').options;
  return hrefTo({ view: 'wallets', options });
}
