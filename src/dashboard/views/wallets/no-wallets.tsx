// Shown when the list has no wallets, with links that lead on.
/** @jsxImportSource preact */
import { isWalletAddress } from '../../format/names.js';
import { Empty } from '../../parts/panel.js';
import { useNavigation } from '../../state/use-place.js';

export interface NoWalletsProps {
  readonly find: string;
  readonly isNarrowed: boolean;
}

/** Whether the text is a complete address or name, so that its profile can be asked for. */
const isWhole = (text: string) => isWalletAddress(text) || /^[^\s.]+(\.[^\s.]+)+$/.test(text);

export function NoWallets({ find, isNarrowed }: NoWalletsProps) {
  const { hrefTo } = useNavigation();
  if (!isNarrowed) {
    return (
      <Empty>
        <p class="problem-title">No wallets yet</p>
        <p>Wallets appear here once visitors connect them.</p>
      </Empty>
    );
  }
  return (
    <Empty>
      <p class="problem-title">
        {find === '' ? 'No wallets match these filters' : `No wallets match “${find}”`}
      </p>
      {isWhole(find) && (
        <p>
          It has not connected yet, or not under this name, but{' '}
          <a href={hrefTo({ view: 'wallets', id: find })}>its profile</a> may still be known.
        </p>
      )}
      {find !== '' && (
        <p>
          <a href={hrefTo({ view: 'live', options: { find } })}>
            Search visitors with the id “{find}”
          </a>
        </p>
      )}
      <p>
        {/* Empty options also clear the project. A link with `view` would keep it. */}
        <a href={hrefTo({ options: {} })}>Show all wallets</a>
      </p>
    </Empty>
  );
}
