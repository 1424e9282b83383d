// What the team calls a wallet, and the way to write it.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Profile } from '../../../client/answers.js';
import { Icon } from '../../parts/icon.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/key.js';
import { LabelDialog, type WrittenLabel } from './label-dialog.js';

export interface LabelsPanelProps {
  readonly profile: Profile;
  /** Told when labels were written, so that the profile is read again. */
  readonly onWritten: () => void;
}

export function LabelsPanel({ profile, onWritten }: LabelsPanelProps) {
  const mayWrite = useMay('profiles:write');
  /** Null: a new one. */
  const [opened, setOpened] = useState<WrittenLabel | null | undefined>(undefined);
  const labels = (profile.labels ?? []).map(({ id, value, chain_id: chain }) => ({
    ...{ id, value },
    // As profiles say that it is of no chain.
    chain: chain === '-' ? '' : chain,
  }));
  if (labels.length === 0 && !mayWrite) return null;
  return (
    <Panel
      title="Labels"
      actions={
        mayWrite && (
          <button type="button" class="button quiet" onClick={() => setOpened(null)}>
            <Icon name="add" />
            Add
          </button>
        )
      }
    >
      {labels.length === 0 ? (
        <p class="note">None. A label is a name that your team gives a wallet, such as “vip”.</p>
      ) : (
        <ul class="labels" aria-label="Labels">
          {labels.map((label) => (
            <li key={`${label.id} ${label.chain}`} class="chip">
              <span>{labelWords(label)}</span>
              {mayWrite && (
                <button type="button" onClick={() => setOpened(label)}>
                  <Icon name="edit" />
                  <span class="hidden">Edit the label {labelWords(label)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <LabelDialog
          address={profile.address}
          label={opened ?? undefined}
          onClose={() => setOpened(undefined)}
          onWritten={() => {
            setOpened(undefined);
            onWritten();
          }}
        />
      )}
    </Panel>
  );
}

const labelWords = ({ id, value, chain }: WrittenLabel): string =>
  `${id}${value === '' ? '' : `: ${value}`}${chain === '' ? '' : ` (chain ${chain})`}`;
