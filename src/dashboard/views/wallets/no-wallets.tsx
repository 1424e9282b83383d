// What is said where the list has no wallet, and the way on.
/** @jsxImportSource preact */
import { isWalletAddress } from '../../format/names.js';
import { Empty } from '../../parts/panel.js';
import { useNavigation } from '../../state/use-place.js';

export interface NoWalletsProps {
  readonly find: string;
  readonly isNarrowed: boolean;
}

/** Whole, so that it may be one that only the chain knows. */
const isWhole = (text: string) => isWalletAddress(text) || /^[^\s.]+(\.[^\s.]+)+$/.test(text);

export function NoWallets({ find, isNarrowed }: NoWalletsProps) {
  const { hrefTo } = useNavigation();
  if (!isNarrowed) {
    return (
      <Empty>
        <p class="problem-title">No wallets yet</p>
        <p>They appear here when visitors connect theirs.</p>
      </Empty>
    );
  }
  return (
    <Empty>
      <p class="problem-title">
        {find === '' ? 'No wallet is like that' : `No wallet is found by “${find}”`}
      </p>
      {isWhole(find) && (
        <p>
          Nobody connected it yet, or not under that name.{' '}
          <a href={hrefTo({ view: 'wallets', id: find })}>Ask for its profile</a>, which the chain
          may know.
        </p>
      )}
      <p>
        {/* Also of all projects: another view would keep the one that is chosen. */}
        <a href={hrefTo({ options: {} })}>Show all wallets</a>
      </p>
    </Empty>
  );
}
