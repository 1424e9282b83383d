// The form that creates, changes or deletes a label of a wallet.
/** @jsxImportSource preact */
import { DeleteButton } from '../../parts/delete-button.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import { inProject, useProjects } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useNewProject } from '../../state/use-new-project.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';

/** A label in the profile of a wallet, which does not say to which projects it belongs. */
export interface WrittenLabel {
  readonly id: string;
  readonly value: string;
  /** Chain id; empty for a label that is not about a single chain. */
  readonly chain: string;
}

export interface LabelDialogProps {
  readonly address: string;
  /** The label to change; undefined for a new one. */
  readonly label?: WrittenLabel | undefined;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

export function LabelDialog({ address, label, onClose, onWritten }: LabelDialogProps) {
  const { client } = useSession();
  const projects = useProjects();
  const begin = {
    tag: label?.id ?? '',
    value: label?.value ?? '',
    chain: label?.chain ?? '',
    project: useNewProject(),
  };
  // The draft belongs to the label with this value: restored over a newer one, it would undo changes of others.
  const name = `label ${address} ${begin.tag} ${begin.chain} ${begin.value}`;
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(name, begin);
  const work = useWork();
  const chainId = draft.chain.trim();
  const chain = chainId === '' ? {} : { chain_id: chainId };

  const save = () =>
    work.start(async () => {
      await client.profiles.labels.upsert(
        address,
        { tag_id: draft.tag.trim(), value: draft.value.trim(), ...chain },
        inProject(draft.project),
      );
      forget();
      return onWritten;
    });
  const remove = (tagId: string) =>
    work.start(async () => {
      // The profile does not say which projects have the label, so it is deleted in all of them.
      for (const { id } of projects) {
        const one = { tag_id: tagId, ...chain, project_id: id };
        await client.profiles.labels.delete(address, one);
      }
      forget();
      return onWritten;
    });

  return (
    <FormDialog
      title={label === undefined ? 'New label' : 'Edit label'}
      submit="Save the label"
      actions={
        label !== undefined && (
          <DeleteButton
            what={projects.length > 1 ? 'label in all projects' : 'label'}
            isRunning={work.isRunning}
            onDelete={() => remove(label.id)}
          />
        )
      }
      notice={isRestored && <Restored onAnew={() => setDraft(begin)} />}
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      {/* A label is identified by its name and chain, so these cannot be changed: that would make another label. */}
      <TextField
        title="Label"
        note="Letters, digits and . _ : - (for example vip or airdrop.2026)"
        name="label"
        value={draft.tag}
        isRequired
        isDisabled={label !== undefined}
        pattern="\s*[A-Za-z0-9._:\-]{1,128}\s*"
        onType={(tag) => edit({ tag })}
      />
      <TextField
        title="Value"
        note="Optional, for example gold."
        value={draft.value}
        maxLength={1_024}
        onType={(value) => edit({ value })}
      />
      <TextField
        title="Chain id"
        note="Optional, for example 8453. The label then applies to this chain only."
        value={draft.chain}
        maxLength={64}
        isDisabled={label !== undefined}
        onType={(chain) => edit({ chain })}
      />
      <ProjectField
        value={draft.project}
        note="The project that the label belongs to."
        onChoose={(project) => edit({ project })}
      />
    </FormDialog>
  );
}
