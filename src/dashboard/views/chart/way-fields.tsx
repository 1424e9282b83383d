// The fields of a chart of user paths: where paths begin, how long they are, and how many events are told apart.
/** @jsxImportSource preact */
import { FLOW_NODES, FLOW_STEPS } from '../../../protocol/limits.js';
import { EventField } from '../../parts/event-field.js';
import { NumberField } from '../../parts/field.js';
import { useFieldValues } from '../../state/use-field-values.js';
import type { FieldsProps } from './fields-props.js';

export function WayFields({ draft, onSet: set }: FieldsProps) {
  const { settings } = draft;
  const eventNames = useFieldValues('event');
  const [anchor] = settings.anchors ?? [];
  return (
    <>
      <EventField
        title="Paths start at"
        step={anchor}
        mayBeAny
        note="Any event: the first event of each session"
        names={eventNames}
        onChoose={(chosen) => set({ anchors: chosen === undefined ? undefined : [chosen] })}
      />
      <div class="field-row">
        <NumberField
          title="Steps"
          value={settings.maxSteps ?? FLOW_STEPS.default}
          {...FLOW_STEPS}
          onType={(maxSteps) => set({ maxSteps })}
        />
        <NumberField
          title="Events per step"
          value={settings.nodesPerStep ?? FLOW_NODES.default}
          {...FLOW_NODES}
          onType={(nodesPerStep) => set({ nodesPerStep })}
        />
      </div>
    </>
  );
}
