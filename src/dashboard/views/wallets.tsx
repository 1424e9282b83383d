// The list of all known wallets, which can be searched, filtered, sorted and exported.
/** @jsxImportSource preact */
import { formatCount } from '../format/numbers.js';
import { ExportButton } from '../parts/export-button.js';
import { Answered, Empty } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import {
  MOST_EXPORTED,
  PAGE,
  readAllWallets,
  readWallets,
  type WalletsAnswer,
} from '../state/read-wallets.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useRememberedList, useWalletList } from '../state/use-wallet-list.js';
import { isNarrowed, type WalletList } from '../state/wallet-list.js';
import { NoWallets } from './wallets/no-wallets.js';
import { Pages } from './wallets/pages.js';
import { walletsCsv } from './wallets/wallet-columns.js';
import { WalletFilters } from './wallets/wallet-filters.js';
import { WalletSearch } from './wallets/wallet-search.js';
import { WalletTable } from './wallets/wallet-table.js';

export function Wallets() {
  const { client } = useSession();
  const { list } = useWalletList();
  useRememberedList();
  const { key } = useScope();
  const answer = useAnswer(`${JSON.stringify(list)} ${key}`, async (signal) => ({
    ...(await readWallets(client, list, { signal })),
    list,
  }));
  return (
    <>
      <ViewHead title="Wallets" note="Every wallet that connected, was imported or was labelled">
        <WalletSearch />
        <ExportButton
          name="wallets"
          what="wallets"
          {...((answer.data?.total ?? 0) > MOST_EXPORTED && {
            bound: `the first ${formatCount(MOST_EXPORTED)}`,
          })}
          read={async (signal) => walletsCsv(await readAllWallets(client, list, { signal }))}
        />
      </ViewHead>
      <WalletFilters />
      <section class="panel" aria-label="Wallets">
        <Answered answer={answer} lines={12}>
          {(shown) => <Shown {...shown} />}
        </Answered>
      </section>
    </>
  );
}

interface ShownProps extends WalletsAnswer {
  /** The filters that these wallets answer; the page's address may have newer ones already. */
  readonly list: WalletList;
}

function Shown({ profiles, total, unseen, list }: ShownProps) {
  if (total === 0 && unseen === 0) {
    return <NoWallets find={list.find} isNarrowed={isNarrowed(list)} />;
  }
  return (
    <>
      {list.offset < total ? (
        <WalletTable profiles={profiles} />
      ) : (
        <Empty>
          {total === 0
            ? 'No matches among the wallets that were searched.'
            : 'The list ends before this page.'}
        </Empty>
      )}
      <Pages offset={list.offset} total={total} size={PAGE} unseen={unseen} />
    </>
  );
}
