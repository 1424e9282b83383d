// The position of a page in the list of wallets, and links to the previous and the next page.
/** @jsxImportSource preact */
import { formatCount } from '../../format/numbers.js';
import { Icon } from '../../parts/icon.js';
import { MOST_FOUND } from '../../state/read-wallets.js';
import { useWalletList } from '../../state/use-wallet-list.js';

export interface PagesProps {
  readonly offset: number;
  readonly total: number;
  /** Wallets on a page. */
  readonly size: number;
  /** How many more wallets contain the searched text than were read. */
  readonly unseen: number;
}

export function Pages({ offset, total, size, unseen }: PagesProps) {
  const { hrefOf } = useWalletList();
  const last = Math.min(offset + size, total);
  const lastPage = Math.trunc(Math.max(0, total - 1) / size) * size;
  const isLong = offset > 0 || last < total;
  /** A link that leads nowhere stays in the page, disabled: removing it would drop the focus of keyboard users. */
  const linkTo = (to: number, leads: boolean) => ({
    class: 'button',
    href: hrefOf({ offset: leads ? Math.max(0, to) : offset }),
    'aria-disabled': !leads,
  });
  return (
    <nav class="pages" aria-label="Pages of wallets">
      {unseen > 0 && (
        <span class="note">
          {formatCount(unseen)} more wallets contain this text. Only the first {MOST_FOUND} were
          searched: enter a longer text.
        </span>
      )}
      {isLong && (
        <a {...linkTo(Math.min(offset - size, lastPage), offset > 0)}>
          <Icon name="back" />
          Previous
        </a>
      )}
      <span class="muted">
        {offset < total && `${formatCount(offset + 1)} to ${formatCount(last)} of `}
        {formatCount(total)}
      </span>
      {isLong && (
        <a {...linkTo(offset + size, last < total)}>
          Next
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
