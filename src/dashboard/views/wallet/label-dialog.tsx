// Writes a label of a wallet, or takes one away.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { DeleteButton } from '../../parts/delete-button.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { inProject, useProjects } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useWork } from '../../state/use-work.js';

/** A label as the profile of a wallet tells it: of whichever projects. */
export interface WrittenLabel {
  readonly id: string;
  readonly value: string;
  /** Empty: of none. */
  readonly chain: string;
}

export interface LabelDialogProps {
  readonly address: string;
  /** None: a new one. */
  readonly label?: WrittenLabel | undefined;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

export function LabelDialog({ address, label, onClose, onWritten }: LabelDialogProps) {
  const { client } = useSession();
  const projects = useProjects();
  const [tag, setTag] = useState(label?.id ?? '');
  const [value, setValue] = useState(label?.value ?? '');
  const [project, setProject] = useState(projects[0]?.id ?? '');
  const work = useWork();
  const [chainId, setChainId] = useState(label?.chain ?? '');
  const chain = chainId.trim() === '' ? {} : { chain_id: chainId.trim() };

  const save = () =>
    work.start(async () => {
      await client.profiles.labels.upsert(
        address,
        { tag_id: tag.trim(), value: value.trim(), ...chain },
        inProject(project),
      );
      return onWritten;
    });
  const remove = (tagId: string) =>
    work.start(async () => {
      // The profile does not say whose it is: gone is what no project says any more.
      for (const { id } of projects) {
        const one = { tag_id: tagId, ...chain, project_id: id };
        await client.profiles.labels.delete(address, one);
      }
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
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      {/* What it is called, and of which chain, is what it is: of another one, it is another label. */}
      <TextField
        title="Label"
        note="Letters, digits, and . _ : - such as vip or airdrop.2026"
        name="label"
        value={tag}
        isRequired
        isDisabled={label !== undefined}
        pattern="\s*[A-Za-z0-9._:\-]{1,128}\s*"
        onType={setTag}
      />
      <TextField
        title="Value"
        note="Such as gold. It may stay empty."
        value={value}
        maxLength={1_024}
        onType={setValue}
      />
      <TextField
        title="Chain"
        note="Its id, such as 8453, where it is so on one chain alone."
        value={chainId}
        maxLength={64}
        isDisabled={label !== undefined}
        onType={setChainId}
      />
      <ProjectField
        value={project}
        note="Whose label it is: searches of this project find it."
        onChoose={setProject}
      />
    </FormDialog>
  );
}
