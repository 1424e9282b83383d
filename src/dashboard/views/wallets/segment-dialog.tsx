// Makes a segment: what its wallets are like, and what they did.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Segment } from '../../../protocol/segments/segment.js';
import type { Named } from '../../format/named.js';
import { SelectField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import { TitleFields } from '../../parts/title-fields.js';
import { useProjects } from '../../state/key.js';
import { type SegmentDraft, segmentOf } from '../../state/segment-draft.js';
import { useSession } from '../../state/session.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';
import { BehaviorFields } from './behavior-fields.js';
import { WalletConditions } from './wallet-conditions.js';

export interface SegmentDialogProps {
  readonly begin: SegmentDraft;
  /** Id of the project whose wallets the list shows, or empty. */
  readonly project: string;
  readonly labels: readonly Named[];
  readonly onClose: () => void;
  /** Told its id. */
  readonly onSaved: (id: string) => void;
}

const LOGIC: readonly Named<Segment['logic']>[] = [
  { value: 'and', name: 'all of this' },
  { value: 'or', name: 'any of this' },
];

export function SegmentDialog(props: SegmentDialogProps) {
  const { begin, labels, onClose, onSaved } = props;
  const { client } = useSession();
  const projects = useProjects();
  const { draft, setDraft, isRestored, forget } = useUnsaved('segment', begin);
  const [project, setProject] = useState(props.project || projects[0]?.id || '');
  const work = useWork();
  const edit = (part: Partial<SegmentDraft>) => setDraft((now) => ({ ...now, ...part }));

  const save = () =>
    work.start(async () => {
      const owner = project === '' ? {} : { project_id: project };
      const { id } = await client.segments.create({ ...segmentOf(draft), ...owner });
      return () => {
        forget();
        onSaved(id);
      };
    });

  return (
    <FormDialog
      title="New segment"
      submit="Save the segment"
      notice={isRestored && <Restored onAnew={() => setDraft(begin)} />}
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      <TitleFields title={draft.title} description={draft.description} onChange={edit} />
      <ProjectField
        value={project}
        note="Whose wallets and events it looks at."
        onChoose={setProject}
      />
      <SelectField
        title="Wallets to which applies"
        value={draft.logic}
        choices={LOGIC}
        onChoose={(logic) => edit({ logic })}
      />
      <fieldset class="field">
        <legend>What they are like</legend>
        <WalletConditions
          conditions={draft.conditions}
          labels={labels}
          onChange={(conditions) => edit({ conditions })}
        />
      </fieldset>
      <fieldset class="field">
        <legend>What they did</legend>
        <BehaviorFields behaviors={draft.behaviors} onChange={(behaviors) => edit({ behaviors })} />
      </fieldset>
    </FormDialog>
  );
}
