// Where the ways of sessions begin, how long they are, and how many are told apart.
/** @jsxImportSource preact */
import { FLOW_NODES, FLOW_STEPS } from '../../../protocol/limits.js';
import { Field } from '../../parts/field.js';
import { EventField } from './event-field.js';
import type { FieldsProps } from './fields-props.js';

export function WayFields({ draft, onChange, eventNames }: FieldsProps) {
  const { settings } = draft;
  const set = (change: Partial<typeof settings>) =>
    onChange({ settings: { ...settings, ...change } });
  const [anchor] = settings.anchors ?? [];
  return (
    <>
      <EventField
        title="Ways begin at"
        step={anchor}
        mayBeAny
        note="Any: at the first event of the session"
        names={eventNames}
        onChoose={(chosen) => set({ anchors: chosen === undefined ? undefined : [chosen] })}
      />
      <div class="field-row">
        <Count
          title="Steps"
          value={settings.maxSteps ?? FLOW_STEPS.default}
          {...FLOW_STEPS}
          onType={(maxSteps) => set({ maxSteps })}
        />
        <Count
          title="Events told apart at each"
          value={settings.nodesPerStep ?? FLOW_NODES.default}
          {...FLOW_NODES}
          onType={(nodesPerStep) => set({ nodesPerStep })}
        />
      </div>
    </>
  );
}

interface CountProps {
  readonly title: string;
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly onType: (value: number) => void;
}

const Count = ({ title, value, minimum, maximum, onType }: CountProps) => (
  <Field title={title}>
    {(control) => (
      <input
        {...control}
        type="number"
        required
        min={minimum}
        max={maximum}
        step={1}
        value={value}
        onInput={({ currentTarget: { valueAsNumber } }) => onType(valueAsNumber)}
      />
    )}
  </Field>
);
