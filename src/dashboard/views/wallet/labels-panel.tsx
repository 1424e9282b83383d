// The labels that the team gave a wallet, and the buttons that open their form.
/** @jsxImportSource preact */
import type { Profile } from '../../../client/answers.js';
import { AddButton } from '../../parts/add-button.js';
import { Icon } from '../../parts/icon.js';
import { Panel } from '../../parts/panel.js';
import { useMay } from '../../state/key.js';
import type { WrittenLabel } from './label-dialog.js';

export interface LabelsPanelProps {
  readonly profile: Profile;
  /** Opens the form of a label. @param label undefined for a new one */
  readonly onOpen: (label?: WrittenLabel) => void;
}

export function LabelsPanel({ profile, onOpen }: LabelsPanelProps) {
  const mayWrite = useMay('profiles:write');
  const labels = (profile.labels ?? []).map(({ id, value, chain_id: chain }) => ({
    ...{ id, value },
    // In profiles, `-` stands for a label without a chain.
    chain: chain === '-' ? '' : chain,
  }));
  if (labels.length === 0 && !mayWrite) return null;
  return (
    <Panel
      title="Labels"
      actions={
        mayWrite && (
          <AddButton isQuiet onAdd={() => onOpen()}>
            Add
          </AddButton>
        )
      }
    >
      {labels.length === 0 ? (
        <p class="note">
          No labels yet. A label is a tag that your team gives a wallet, such as “vip”.
        </p>
      ) : (
        <ul class="labels" aria-label="Labels">
          {labels.map((label) => (
            <li key={`${label.id} ${label.chain}`} class="chip">
              <span>{labelWords(label)}</span>
              {mayWrite && (
                <button type="button" onClick={() => onOpen(label)}>
                  <Icon name="edit" />
                  <span class="hidden">Edit the label {labelWords(label)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const labelWords = ({ id, value, chain }: WrittenLabel): string =>
  `${id}${value === '' ? '' : `: ${value}`}${chain === '' ? '' : ` (chain ${chain})`}`;
