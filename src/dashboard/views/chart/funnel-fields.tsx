// The fields of a funnel: its steps, its conversion window, where visitors enter, and its breakdown.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { DIMENSIONS } from '../../../protocol/analytics/dimensions.js';
import type {
  ConversionWindow,
  FunnelStep,
  FunnelType,
} from '../../../protocol/analytics/funnel.js';
import { dimensionName } from '../../format/fields.js';
import { type Named, namedOf } from '../../format/named.js';
import { eventName } from '../../format/names.js';
import { swapped } from '../../format/swapped.js';
import { ConditionRows } from '../../parts/condition-rows.js';
import { EventField } from '../../parts/event-field.js';
import { NumberField, SelectField, TextField } from '../../parts/field.js';
import { Icon } from '../../parts/icon.js';
import { RemoveButton } from '../../parts/remove-button.js';
import { useFieldValues } from '../../state/use-field-values.js';
import type { FieldsProps } from './fields-props.js';

const FEWEST = 2;
const MOST = 10;

const UNITS: Readonly<Record<ConversionWindow['unit'], string>> = {
  hour: 'hours',
  day: 'days',
  week: 'weeks',
};
/** The API's default for a chart that has no conversion window. */
const DEFAULT_WINDOW: ConversionWindow = { value: 2, unit: 'hour' };

const ENTRIES: Readonly<Record<FunnelType, string>> = {
  closed: 'At the first step',
  open: 'At any step',
};

const BREAKDOWNS: readonly Named[] = [
  { value: '', name: 'None' },
  ...DIMENSIONS.map((value) => ({ value, name: dimensionName(value) })),
];

export function FunnelFields({ draft, onChange, onSet: set }: FieldsProps) {
  const { steps, settings } = draft;
  const window = settings.conversionWindow ?? DEFAULT_WINDOW;
  const eventNames = useFieldValues('event');
  const setSteps = (next: readonly FunnelStep[]) => onChange({ steps: next });
  return (
    <>
      <ol class="steps">
        {steps.map((step, at) => (
          <li key={String(at)}>
            <Step
              step={step}
              place={at + 1}
              eventNames={eventNames}
              onChange={(next) => setSteps(steps.map((one, index) => (index === at ? next : one)))}
              actions={
                <StepActions
                  place={at + 1}
                  isFirst={at === 0}
                  mayGo={steps.length > FEWEST}
                  onUp={() => setSteps(swapped(steps, at - 1))}
                  onRemove={() => setSteps(steps.filter((_, index) => index !== at))}
                />
              }
            />
          </li>
        ))}
      </ol>
      {steps.length < MOST && (
        <button
          type="button"
          class="button"
          onClick={() => setSteps([...steps, { type: 'event', event: 'transaction' }])}
        >
          Add a step
        </button>
      )}
      <div class="field-row">
        <NumberField
          title="Conversion window"
          value={window.value}
          minimum={1}
          onType={(value) => set({ conversionWindow: { ...window, value } })}
        />
        <SelectField
          title="Unit"
          value={window.unit}
          choices={namedOf(UNITS)}
          onChoose={(unit) => set({ conversionWindow: { ...window, unit } })}
        />
      </div>
      <div class="field-row">
        <SelectField
          title="Visitors enter"
          value={settings.funnelType ?? 'closed'}
          choices={namedOf(ENTRIES)}
          onChoose={(funnelType) => set({ funnelType })}
        />
        <SelectField
          title="Break down by"
          value={settings.breakdown ?? ''}
          choices={BREAKDOWNS}
          onChoose={(chosen) => set({ breakdown: DIMENSIONS.find((one) => one === chosen) })}
        />
      </div>
    </>
  );
}

/** Swaps the step at an index with the one after it. */
interface StepProps {
  readonly step: FunnelStep;
  /** Position in the funnel, from 1. */
  readonly place: number;
  readonly eventNames: readonly string[];
  readonly onChange: (step: FunnelStep) => void;
  readonly actions: ComponentChildren;
}

function Step({ step, place, eventNames, onChange, actions }: StepProps) {
  const others = step.events?.map(({ type, event }) => eventName(type, event)) ?? [];
  return (
    <fieldset class="step">
      <legend>
        Step {place}
        {actions}
      </legend>
      <div class="field-row">
        <EventField
          title="Event"
          step={step}
          names={eventNames}
          onChoose={(chosen) => onChange(chosen ?? step)}
          {...(others.length > 0 && { note: `Or: ${others.join(', ')}` })}
        />
        <TextField
          title="Step name"
          value={step.name ?? ''}
          maxLength={255}
          placeholder={step.type === 'event' ? eventName(step.event) : step.event}
          onType={(name) => onChange(named(step, name))}
        />
      </div>
      <ConditionRows
        of={`step ${place}`}
        conditions={step.filters ?? []}
        onChange={(filters) => onChange({ ...step, filters: [...filters] })}
      />
    </fieldset>
  );
}

function named({ name: _, ...step }: FunnelStep, name: string): FunnelStep {
  return name === '' ? step : { ...step, name };
}

interface StepActionsProps {
  readonly place: number;
  readonly isFirst: boolean;
  /** Whether the step can be removed: a funnel needs at least two. */
  readonly mayGo: boolean;
  readonly onUp: () => void;
  readonly onRemove: () => void;
}

const StepActions = ({ place, isFirst, mayGo, onUp, onRemove }: StepActionsProps) => (
  <span class="step-actions">
    {!isFirst && (
      <button type="button" class="copy" title="Move up" onClick={onUp}>
        <Icon name="up" />
        <span class="hidden">Move step {place} up</span>
      </button>
    )}
    {mayGo && <RemoveButton what={`step ${place}`} onRemove={onRemove} />}
  </span>
);
