// Says what to filter by: a field, how it is compared, and with what, in words that the API need not know.
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
        What
        <select
          value={field}
          onChange={(event) => choose(event.currentTarget.value as typeof field)}
        >
          <Options of={FIELDS.map((value) => ({ value, name: FIELD_NAMES[value] }))} />
        </select>
      </label>
      <label>
        How
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

/** The API refuses anything else, and each part of the page would say so. */
const NUMBER = String.raw`\s*-?\d+(\.\d+)?\s*`;
/** Of operators that take several. */
const NUMBERS = String.raw`${NUMBER}(\|${NUMBER})*`;
/** Where a text follows a number: Preact would leave an empty pattern behind, which no text matches. */
const ANYTHING = '.*';

function Value({ field, op, text, onType }: ValueProps) {
  const id = useId();
  const isUnknown = text.trim() !== '' && readValue(field, op, text) === undefined;
  return (
    <label>
      Value
      <input
        // Says by itself what is wrong, where the form is sent.
        ref={(input) => {
          input?.setCustomValidity(
            isUnknown ? `No ${FIELD_NAMES[field].toLowerCase()} is called so` : '',
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
