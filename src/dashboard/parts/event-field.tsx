// Fields that choose an event: one that SDKs record by themselves, one of the app's own, or one of a contract.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FunnelStep } from '../../protocol/analytics/funnel.js';
import { EVENT_TYPES } from '../../protocol/event-types.js';
import { type Named, namedOf, withChosen } from '../format/named.js';
import { eventName } from '../format/names.js';
import { Field, SelectField } from './field.js';

const BUILT_IN = EVENT_TYPES.filter((type) => type !== 'track' && type !== 'decoded_log');

const OWN = { track: 'Custom event…', decoded_log: 'Contract event…' } as const;

const ANY: Named = { value: '', name: 'Any event' };

const CHOICES: readonly Named[] = [
  ...BUILT_IN.map((value) => ({ value: `event ${value}`, name: eventName(value) })),
  ...namedOf(OWN),
];

export interface EventFieldProps {
  readonly title: string;
  /** The chosen event; undefined stands for any event. */
  readonly step: FunnelStep | undefined;
  /** Whether any event may be chosen. */
  readonly mayBeAny?: boolean;
  /** Names of the app's own events, as suggestions. */
  readonly names: readonly string[];
  readonly onChoose: (step: FunnelStep | undefined) => void;
  readonly note?: ComponentChildren;
}

export function EventField(props: EventFieldProps) {
  const { title, step, mayBeAny = false, names, onChoose, note } = props;
  const id = useId();
  const value = step === undefined ? '' : step.type === 'event' ? `event ${step.event}` : step.type;
  const choose = (chosen: string) => {
    const [type = '', event = ''] = chosen.split(' ');
    if (type === '') return onChoose(undefined);
    // Keep the other properties of the step, such as its conditions, for the new event.
    onChoose({ ...step, type: type as FunnelStep['type'], event });
  };
  return (
    <>
      <SelectField
        title={title}
        value={value}
        choices={withChosen(mayBeAny ? [ANY, ...CHOICES] : CHOICES, value, step?.event)}
        onChoose={choose}
        {...(note !== undefined && { note })}
      />
      {step !== undefined && step.type !== 'event' && (
        <Field title={step.type === 'track' ? 'Name of the event' : 'Event of the contract'}>
          {(control) => (
            <>
              <input
                {...control}
                type="text"
                value={step.event}
                required
                maxLength={255}
                autocomplete="off"
                placeholder={step.type === 'track' ? 'swap' : 'Transfer'}
                {...(step.type === 'track' && { list: id })}
                onInput={(event) => onChoose({ ...step, event: event.currentTarget.value })}
              />
              <datalist id={id}>
                {names.map((name) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </>
  );
}
