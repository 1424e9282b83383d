// The page of a wallet: its names, its source, its history and its revenue.
/** @jsxImportSource preact */

import { useState } from 'preact/hooks';
import { BadRequestError, NotFoundError } from '../../client/errors.js';
import { shorten } from '../format/names.js';
import { FullId } from '../parts/full-id.js';
import { HistoryPanel } from '../parts/history-panel.js';
import { Icon } from '../parts/icon.js';
import { Answered, Empty } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { WalletMark } from '../parts/wallet-address.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { useListHref } from '../state/use-wallet-list.js';
import { visitsOfWallet } from '../state/visits.js';
import { ActivityDays } from './wallet/activity-days.js';
import { AttributionPanel } from './wallet/attribution-panel.js';
import { HoldingsPanels } from './wallet/holdings-panels.js';
import { LabelDialog, type LabelDialogProps } from './wallet/label-dialog.js';
import { LabelsPanel, type LabelsPanelProps } from './wallet/labels-panel.js';
import { Lifecycle } from './wallet/lifecycle.js';
import { WalletFigures } from './wallet/wallet-figures.js';
import { WalletRevenuePanel } from './wallet/wallet-revenue-panel.js';

export function Wallet({ address }: { readonly address: string }) {
  const { client } = useSession();
  const { key } = useScope();
  const listHref = useListHref();
  const [timesWritten, setTimesWritten] = useState(0);
  /** The label whose form is open. It is kept here, so that the form stays open if the profile fails to load again. */
  const [opened, setOpened] = useState<Pick<LabelDialogProps, 'address' | 'label'>>();
  const answer = useAnswer(`${address} ${key} ${timesWritten}`, async (signal) => {
    const expand = ['labels', 'chains', 'tokens', 'apps'];
    try {
      return { profile: await client.profiles.retrieve(address, { expand }, { signal }) };
    } catch (error) {
      // Not shown as an error: somebody may have typed an address that was never seen, or a name that no wallet has.
      if (error instanceof NotFoundError) return { profile: undefined };
      if (isNoAddress(error)) return { profile: undefined };
      throw error;
    }
  });
  const profile = answer.data?.profile;
  return (
    <>
      <a class="back" href={listHref}>
        <Icon name="back" />
        Wallets
      </a>
      <ViewHead
        title={
          <span class="wallet-title">
            <WalletMark address={profile?.address ?? address} />
            {profile?.display_name ?? profile?.ens ?? shorten(profile?.address ?? address)}
            {profile !== undefined && <Lifecycle stage={profile.lifecycle} />}
          </span>
        }
        note={<FullId id={profile?.address ?? address} what="address" />}
      />
      <Answered answer={answer} lines={12}>
        {({ profile: known }) =>
          known === undefined ? (
            <UnknownWallet address={address} />
          ) : (
            <KnownWallet
              profile={known}
              onOpen={(label) => setOpened({ address: known.address, label })}
            />
          )
        }
      </Answered>
      {opened !== undefined && (
        <LabelDialog
          {...opened}
          onClose={() => setOpened(undefined)}
          onWritten={() => {
            setOpened(undefined);
            setTimesWritten((now) => now + 1);
          }}
        />
      )}
    </>
  );
}

/** Whether the API refused a text that is neither an address nor a name that it can resolve. */
const isNoAddress = (error: unknown): boolean =>
  error instanceof BadRequestError && error.param === 'params.address';

function UnknownWallet({ address }: { readonly address: string }) {
  const { hrefTo } = useNavigation();
  return (
    <section class="panel" aria-label="Profile">
      <Empty>
        <p class="problem-title">No data on this wallet</p>
        <p>
          It is in no event, import or label of this workspace. Check that the address is complete.
        </p>
        <p>
          <a href={hrefTo({ view: 'wallets', options: { find: address } })}>
            Search all wallets for “{shorten(address)}”
          </a>
        </p>
      </Empty>
    </section>
  );
}

const KnownWallet = ({ profile, onOpen }: LabelsPanelProps) => (
  <div class="grid">
    <WalletFigures profile={profile} />
    <WalletRevenuePanel address={profile.address} />
    {/* On a small screen the history stands below: nobody knows how long it will be. */}
    <div class="stack" data-span={4}>
      <AttributionPanel profile={profile} />
      <LabelsPanel profile={profile} onOpen={onOpen} />
      <ActivityDays days={profile.activity_dates ?? []} />
      <HoldingsPanels profile={profile} />
    </div>
    <HistoryPanel
      wanted={visitsOfWallet(profile.address, profile.activity_dates ?? [])}
      empty="No events yet. This wallet was only imported or labelled."
    />
  </div>
);
