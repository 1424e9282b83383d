// The form that creates a segment: the conditions on its wallets, and on what they did.
/** @jsxImportSource preact */
import type { Segment } from '../../../protocol/segments/segment.js';
import type { Named } from '../../format/named.js';
import { SelectField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import { TitleFields } from '../../parts/title-fields.js';
import { inProject } from '../../state/key.js';
import { type SegmentDraft, segmentOf } from '../../state/segment-draft.js';
import { useSession } from '../../state/session.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';
import { BehaviorFields } from './behavior-fields.js';
import { WalletConditions } from './wallet-conditions.js';

export interface SegmentDialogProps {
  readonly begin: SegmentDraft;
  readonly labels: readonly Named[];
  readonly onClose: () => void;
  /** Called with the id of the new segment, and that of its project. */
  readonly onSaved: (id: string, project: string) => void;
}

const LOGIC: readonly Named<Segment['logic']>[] = [
  { value: 'and', name: 'All conditions' },
  { value: 'or', name: 'Any condition' },
];

export function SegmentDialog(props: SegmentDialogProps) {
  const { begin, labels, onClose, onSaved } = props;
  const { client } = useSession();
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(
    // A draft belongs to the list that it was begun from: another list has a draft of its own.
    `segment ${JSON.stringify(begin)}`,
    begin,
  );
  const work = useWork();

  const save = () =>
    work.start(async () => {
      const { id, project_id: project } = await client.segments.create({
        ...segmentOf(draft),
        ...inProject(draft.project),
      });
      // Outside of the returned function, which is skipped when the form was closed meanwhile: the draft of a segment
      // that exists must not be restored and saved again.
      forget();
      return () => onSaved(id, project);
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
        value={draft.project}
        note="The segment contains wallets of this project."
        onChoose={(project) => edit({ project })}
      />
      <SelectField
        title="Match"
        value={draft.logic}
        choices={LOGIC}
        onChoose={(logic) => edit({ logic })}
      />
      <fieldset class="field">
        <legend>Wallet conditions</legend>
        <WalletConditions
          conditions={draft.conditions}
          labels={labels}
          onChange={(conditions) => edit({ conditions })}
        />
      </fieldset>
      <fieldset class="field">
        <legend>Event conditions</legend>
        <BehaviorFields behaviors={draft.behaviors} onChange={(behaviors) => edit({ behaviors })} />
      </fieldset>
    </FormDialog>
  );
}
