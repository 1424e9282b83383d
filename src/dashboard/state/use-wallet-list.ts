// The list of wallets that the address says, and the way to another one.
import { useMemo } from 'preact/hooks';
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
