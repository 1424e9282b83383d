// The search for wallets by a part of their address, name or label.
/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../parts/icon.js';
import { useWalletList } from '../../state/use-wallet-list.js';

export function WalletSearch() {
  const { list, choose } = useWalletList();
  const input = useRef<HTMLInputElement>(null);
  // Only a new search text in the page's address replaces the input's text: other changes must not overwrite what
  // is being typed.
  useLayoutEffect(() => {
    Object.assign(input.current ?? {}, { value: list.find });
  }, [list.find]);
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ find: String(new FormData(event.currentTarget).get('find')).trim() });
      }}
    >
      <label>
        <span class="hidden">Address, name or label, or a part of it</span>
        <input
          ref={input}
          name="find"
          type="search"
          placeholder="Address, name or label"
          spellcheck={false}
          autocapitalize="none"
          // The browser's own clear button empties the input without submitting the form.
          onInput={({ currentTarget }) => {
            if (currentTarget.value === '' && list.find !== '') choose({ find: '' });
          }}
        />
      </label>
      <button type="submit" class="button">
        <Icon name="search" />
        Search
      </button>
    </form>
  );
}
