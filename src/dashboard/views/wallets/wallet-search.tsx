// The search for wallets by a part of their address, name or label.
/** @jsxImportSource preact */
import { SearchForm } from '../../parts/search-form.js';
import { useWalletList } from '../../state/use-wallet-list.js';

export function WalletSearch() {
  const { list, choose } = useWalletList();
  return (
    <SearchForm
      find={list.find}
      label="Address, name or label, or a part of it"
      placeholder="Address, name or label"
      onFind={(find) => choose({ find })}
      onClear={() => choose({ find: '' })}
    />
  );
}
