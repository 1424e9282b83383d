// The segment that the list shows: its conditions, and the button that deletes it.
/** @jsxImportSource preact */
import type { Segment } from '../../../protocol/segments/segment.js';
import { behaviorWords, conditionWords } from '../../format/segment-words.js';
import { Chips } from '../../parts/chips.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/panel.js';
import { Problem } from '../../parts/problem.js';
import { useMay, useProjectName } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useWork } from '../../state/use-work.js';

export interface SegmentPanelProps {
  readonly segment: Segment;
  readonly onDeleted: () => void;
}

export function SegmentPanel({ segment, onDeleted }: SegmentPanelProps) {
  const { id, name, description, logic, conditions, behaviors } = segment;
  const { client } = useSession();
  const mayWrite = useMay('segments:write');
  const project = useProjectName()(segment.project_id);
  const work = useWork();
  const remove = () =>
    work.start(async () => {
      await client.segments.delete(id);
      return onDeleted;
    });
  const words = [...conditions.map(conditionWords), ...behaviors.map(behaviorWords)];
  const note = [project, description].filter(Boolean).join(': ');
  return (
    <Panel
      title={name}
      {...(note !== '' && { note })}
      actions={
        mayWrite && <DeleteButton what="segment" isRunning={work.isRunning} onDelete={remove} />
      }
    >
      {words.length > 1 && (
        <p class="note">Wallets that match {logic === 'and' ? 'all' : 'any'} of these:</p>
      )}
      <Chips label="Conditions" words={words} />
      {work.error !== undefined && <Problem error={work.error} />}
    </Panel>
  );
}
