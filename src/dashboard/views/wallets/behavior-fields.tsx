// The fields for the behaviours of a segment: an event, how often it happened, and within how many days.
/** @jsxImportSource preact */
import type { Behavior } from '../../../protocol/segments/segment.js';
import { type Named, namedOf, withChosen } from '../../format/named.js';
import { behaviorWords, COUNTS } from '../../format/segment-words.js';
import { ConditionRows } from '../../parts/condition-rows.js';
import { EventField } from '../../parts/event-field.js';
import { NumberField, SelectField } from '../../parts/field.js';
import { RemoveButton } from '../../parts/remove-button.js';
import { NEW_BEHAVIOR } from '../../state/segment-draft.js';
import { useFieldValues } from '../../state/use-field-values.js';

export interface BehaviorFieldsProps {
  readonly behaviors: readonly Behavior[];
  readonly onChange: (behaviors: readonly Behavior[]) => void;
}

export function BehaviorFields({ behaviors, onChange }: BehaviorFieldsProps) {
  const names = useFieldValues('event');
  return (
    <div class="steps">
      {behaviors.map((behavior, at) => (
        <fieldset key={String(at)} class="step">
          <legend>
            Event {at + 1}
            <RemoveButton
              what={`event ${at + 1}`}
              onRemove={() => onChange(behaviors.filter((_, index) => index !== at))}
            />
          </legend>
          <One
            behavior={behavior}
            place={at + 1}
            names={names}
            onChange={(next) =>
              onChange(behaviors.map((one, index) => (index === at ? next : one)))
            }
          />
        </fieldset>
      ))}
      <button type="button" class="as-link" onClick={() => onChange([...behaviors, NEW_BEHAVIOR])}>
        Add an event
      </button>
    </div>
  );
}

interface OneProps {
  readonly behavior: Behavior;
  /** Position in the list, from 1. */
  readonly place: number;
  readonly names: readonly string[];
  readonly onChange: (behavior: Behavior) => void;
}

const EVER = 'ever';
const DAYS: readonly Named[] = [
  { value: EVER, name: 'Any time' },
  { value: '1', name: 'Today' },
  ...['7', '14', '30', '90', '180', '365'].map((value) => ({ value, name: `Last ${value} days` })),
];

function One({ behavior, place, names, onChange }: OneProps) {
  const { op = 'gte', count = 1, days, events = [] } = behavior;
  const within = days === undefined ? EVER : String(days);
  return (
    <>
      <div class="field-row">
        <EventField
          title="Event"
          step={behavior}
          names={names}
          onChoose={(chosen) => onChange({ ...behavior, ...chosen })}
          {...(events.length > 0 && { note: behaviorWords(behavior) })}
        />
      </div>
      <div class="field-row">
        <SelectField
          title="How often"
          value={op}
          choices={namedOf(COUNTS)}
          onChoose={(chosen) => onChange({ ...behavior, op: chosen })}
        />
        <NumberField
          title="Times"
          value={count}
          minimum={0}
          maximum={1_000_000}
          onType={(typed) => onChange({ ...behavior, count: typed })}
        />
        <SelectField
          title="Period"
          value={within}
          choices={withChosen(DAYS, within, `Last ${days} days`)}
          onChoose={(chosen) => onChange(withDays(behavior, chosen))}
        />
      </div>
      <ConditionRows
        of={`event ${place}`}
        conditions={behavior.filters ?? []}
        onChange={(filters) => onChange({ ...behavior, filters: [...filters] })}
      />
    </>
  );
}

function withDays({ days: _, ...behavior }: Behavior, chosen: string): Behavior {
  return chosen === EVER ? behavior : { ...behavior, days: Number(chosen) };
}
