// The form for a filter: a field, an operator and a value. Names such as "Germany" may be typed for codes.
/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { FIELD_NAMES, readValue, valuesOf } from '../format/fields.js';
import {
  FIELDS,
  type Filter,
  isList,
  isNumeric,
  isValueless,
  OPERATORS,
  operatorsOf,
} from '../state/place.js';
import { Options } from './options.js';
import { ValueList } from './value-list.js';

export function FilterForm({ onAdd }: { readonly onAdd: (filter: Filter) => void }) {
  const [field, setField] = useState<Filter['field']>('page');
  const [op, setOp] = useState<Filter['op']>('eq');
  const [text, setText] = useState('');
  const needsValue = !isValueless(op);
  const choose = (chosen: Filter['field']) => {
    setField(chosen);
    if (!operatorsOf(chosen).includes(op)) setOp('eq');
  };
  const submit = () => {
    if (!needsValue) return onAdd({ field, op, value: '' });
    const value = readValue(field, op, text);
    if (value !== undefined && value !== '') onAdd({ field, op, value });
  };
  return (
    <form
      class="popover-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label>
        Field
        <select
          value={field}
          onChange={(event) => choose(event.currentTarget.value as typeof field)}
        >
          <Options of={FIELDS.map((value) => ({ value, name: FIELD_NAMES[value] }))} />
        </select>
      </label>
      <label>
        Operator
        <select value={op} onChange={(event) => setOp(event.currentTarget.value as typeof op)}>
          <Options of={operatorsOf(field).map((value) => ({ value, name: OPERATORS[value] }))} />
        </select>
      </label>
      {needsValue && <Value field={field} op={op} text={text} onType={setText} />}
      <button type="submit" class="button primary">
        Add the filter
      </button>
    </form>
  );
}

interface ValueProps extends Pick<Filter, 'field' | 'op'> {
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** The API refuses any other value, and every part of the view would show that error. */
const NUMBER = String.raw`\s*-?\d+(\.\d+)?\s*`;
/** For operators that take several values. */
const NUMBERS = String.raw`${NUMBER}(\|${NUMBER})*`;
/** Matches any text. Preact would turn a removed pattern into an empty one, which no text matches. */
const ANYTHING = '.*';

function Value({ field, op, text, onType }: ValueProps) {
  const id = useId();
  const isUnknown = text.trim() !== '' && readValue(field, op, text) === undefined;
  return (
    <label>
      Value
      <input
        // The browser shows this message at the input when the form is submitted.
        ref={(input) => {
          input?.setCustomValidity(
            isUnknown ? `There is no ${FIELD_NAMES[field].toLowerCase()} of this name` : '',
          );
        }}
        type="text"
        value={text}
        required
        autocomplete="off"
        placeholder={isList(op) ? (isNumeric(field) ? '1|2|3' : 'a|b|c') : ''}
        pattern={isNumeric(field) ? (isList(op) ? NUMBERS : NUMBER) : ANYTHING}
        title={isNumeric(field) ? 'A number, such as 12.5' : ''}
        list={id}
        onInput={(event) => onType(event.currentTarget.value)}
      />
      <ValueList id={id} field={field} names={valuesOf(field)?.map(({ name }) => name)} />
    </label>
  );
}
