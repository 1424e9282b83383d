// The rows of a form that hold conditions on columns or event properties, of a funnel's step or an alert.
/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import {
  FILTER_FIELDS,
  type FilterCondition,
  type FilterOperator,
} from '../../protocol/analytics/filters.js';
import { namedOf } from '../format/named.js';
import { isList, isValueless, OPERATORS, textOfValue } from '../state/place.js';
import { Options } from './options.js';
import { RemoveButton } from './remove-button.js';
import { ValueList } from './value-list.js';

export interface ConditionRowsProps {
  /** What the conditions belong to, for screen readers: "step 2". */
  readonly of: string;
  readonly conditions: readonly FilterCondition[];
  /** Fields that are suggested; others can be typed. Default: the fields of analytics filters. */
  readonly fields?: readonly string[];
  readonly onChange: (conditions: readonly FilterCondition[]) => void;
}

export function ConditionRows(props: ConditionRowsProps) {
  const { of, conditions, fields = FILTER_FIELDS, onChange } = props;
  const id = useId();
  const change = (at: number, condition: FilterCondition) =>
    onChange(conditions.map((one, index) => (index === at ? condition : one)));
  return (
    <div class="conditions">
      {conditions.map((condition, at) => (
        <div key={String(at)} class="condition">
          <input
            type="text"
            aria-label={`Column or property, condition ${at + 1} of ${of}`}
            placeholder="status"
            value={condition.field}
            required
            maxLength={255}
            autocomplete="off"
            list={id}
            onInput={(event) => change(at, { ...condition, field: event.currentTarget.value })}
          />
          <select
            aria-label={`Operator, condition ${at + 1} of ${of}`}
            value={condition.op}
            onChange={(event) =>
              change(at, withOperator(condition, event.currentTarget.value as FilterOperator))
            }
          >
            <Options of={namedOf(OPERATORS)} />
          </select>
          {!isValueless(condition.op) && (
            <>
              <input
                type="text"
                aria-label={`Value, condition ${at + 1} of ${of}`}
                placeholder={isList(condition.op) ? 'a|b|c' : ''}
                value={textOfValue(condition.value)}
                required
                autocomplete="off"
                list={`${id}-${at}`}
                onInput={(event) => change(at, { ...condition, value: event.currentTarget.value })}
              />
              <ValueList id={`${id}-${at}`} field={condition.field} />
            </>
          )}
          <RemoveButton
            what={`condition ${at + 1} of ${of}`}
            onRemove={() => onChange(conditions.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <datalist id={id}>
        {fields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      <button
        type="button"
        class="as-link"
        onClick={() => onChange([...conditions, { field: '', op: 'eq', value: '' }])}
      >
        Add a condition<span class="hidden"> to {of}</span>
      </button>
    </div>
  );
}

/** Changes the operator. A list of values becomes one text with `|`, which the form shows for every operator. */
function withOperator({ field, value }: FilterCondition, op: FilterOperator): FilterCondition {
  return isValueless(op) ? { field, op } : { field, op, value: textOfValue(value) };
}
