// The fields for the conditions of a segment, a row for each.
/** @jsxImportSource preact */
import { type Named, withChosen } from '../../format/named.js';
import {
  conditionWords,
  operatorWords,
  walletFieldName,
  walletFieldValues,
} from '../../format/segment-words.js';
import { Options } from '../../parts/options.js';
import { RemoveButton } from '../../parts/remove-button.js';
import { isList, isValueless } from '../../state/place.js';
import {
  type ConditionOperator,
  type DraftCondition,
  kindOf,
  LABEL,
  newCondition,
  OPERATORS_OF,
  WALLET_FIELDS,
  type WrittenCondition,
} from '../../state/segment-draft.js';

export interface WalletConditionsProps {
  readonly conditions: readonly DraftCondition[];
  /** Tags of the labels in use. */
  readonly labels: readonly Named[];
  readonly onChange: (conditions: readonly DraftCondition[]) => void;
}

export function WalletConditions({ conditions, labels, onChange }: WalletConditionsProps) {
  const fields = [...WALLET_FIELDS, ...labels.map(({ value }) => LABEL + value)];
  return (
    <div class="conditions">
      {conditions.map((condition, at) => (
        <div key={String(at)} class="condition">
          {'other' in condition ? (
            <span class="whole">{conditionWords(condition.other)}</span>
          ) : (
            <Controls
              condition={condition}
              place={at + 1}
              fields={fields}
              onChange={(next) =>
                onChange(conditions.map((one, index) => (index === at ? next : one)))
              }
            />
          )}
          <RemoveButton
            what={`condition ${at + 1}`}
            onRemove={() => onChange(conditions.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <button
        type="button"
        class="as-link"
        onClick={() => onChange([...conditions, newCondition('users.revenue')])}
      >
        Add a condition
      </button>
    </div>
  );
}

interface ControlsProps {
  readonly condition: WrittenCondition;
  /** Position in the list, from 1. */
  readonly place: number;
  readonly fields: readonly string[];
  readonly onChange: (condition: WrittenCondition) => void;
}

function Controls({ condition, place, fields, onChange }: ControlsProps) {
  const { field, op } = condition;
  const choices = withChosen(
    fields.map((value) => ({ value, name: walletFieldName(value) })),
    field,
    walletFieldName(field),
  );
  return (
    <>
      <select
        aria-label={`Field, condition ${place}`}
        value={field}
        onChange={(event) => onChange(newCondition(event.currentTarget.value))}
      >
        <Options of={choices} />
      </select>
      <select
        aria-label={`Operator, condition ${place}`}
        value={op}
        onChange={(event) =>
          onChange({ ...condition, op: event.currentTarget.value as ConditionOperator })
        }
      >
        <Options
          of={OPERATORS_OF[kindOf(field) ?? 'text'].map((value) => ({
            value,
            name: operatorWords(field, value),
          }))}
        />
      </select>
      {!isValueless(op) && (
        <Value
          condition={condition}
          place={place}
          onType={(text) => onChange({ ...condition, text })}
        />
      )}
    </>
  );
}

interface ValueProps extends Pick<ControlsProps, 'condition' | 'place'> {
  readonly onType: (text: string) => void;
}

function Value({ condition: { field, op, text }, place, onType }: ValueProps) {
  const kind = kindOf(field);
  const label = `Value, condition ${place}`;
  if (kind === 'choice') {
    const choices = walletFieldValues(field);
    const isKnown = choices.some(({ value }) => value === text);
    return (
      <select
        aria-label={label}
        value={text}
        required
        onChange={(event) => onType(event.currentTarget.value)}
      >
        {!isKnown && <option value={text}>{text}</option>}
        <Options of={choices} />
      </select>
    );
  }
  const type = kind === 'number' || kind === 'day' ? TYPES[kind] : TYPES.text;
  return (
    <input
      {...type}
      aria-label={label}
      value={text}
      required
      autocomplete="off"
      placeholder={isList(op) ? 'a|b|c' : ''}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

const TYPES = {
  number: { type: 'number', step: 'any' },
  day: { type: 'date' },
  text: { type: 'text' },
} as const;
