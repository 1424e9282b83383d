// The filters in force, each to take away, and the form that adds one.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import {
  countedBy,
  FIELDS,
  type Filter,
  isNumeric,
  isValueless,
  OPERATORS,
  operatorsOf,
} from '../state/place.js';
import { useNavigation } from '../state/use-place.js';
import { Icon } from './icon.js';
import { Popover } from './popover.js';

const isSame = (a: Filter, b: Filter) =>
  a.field === b.field && a.op === b.op && a.value === b.value;

/** Adds a filter once, however often it is chosen. */
export function useFilters() {
  const { place, go } = useNavigation();
  const { filters } = place;
  return {
    filters,
    add: (filter: Filter) => {
      if (!filters.some((one) => isSame(one, filter))) go({ filters: [...filters, filter] });
    },
    remove: (filter: Filter) => go({ filters: filters.filter((one) => !isSame(one, filter)) }),
    clear: () => go({ filters: [] }),
  };
}

const wordsOf = ({ field, op, value }: Filter) => `${field} ${OPERATORS[op]} ${value}`.trim();

const COUNTED = {
  pages: 'what happened on these pages',
  events: 'the events that match',
} as const;

export function FilterBar() {
  const { filters, remove, clear } = useFilters();
  if (filters.length === 0) return null;
  const counted = countedBy(filters);
  return (
    <section class="filters" aria-label="Filters">
      {filters.map((filter) => (
        <span key={wordsOf(filter)} class="chip">
          <span>{wordsOf(filter)}</span>
          <button type="button" onClick={() => remove(filter)}>
            <Icon name="close" />
            <span class="hidden">Remove the filter {wordsOf(filter)}</span>
          </button>
        </span>
      ))}
      {filters.length > 1 && (
        <button type="button" class="button quiet" onClick={clear}>
          Remove all
        </button>
      )}
      {counted !== 'visits' && (
        <p class="note">
          Figures and lists count {COUNTED[counted]}, and nothing else that their visitors did.
          Bounce rate and session duration are of whole sessions, and left out.
        </p>
      )}
    </section>
  );
}

export function FilterButton() {
  return (
    <Popover icon="filter" label="Filter" title="Add a filter">
      {(close) => <FilterForm close={close} />}
    </Popover>
  );
}

/** Numbers, of `in` several; the API refuses anything else, and each part of the page would say so. */
const NUMBER = String.raw`\s*-?\d+(\.\d+)?(\|-?\d+(\.\d+)?)*\s*`;

function FilterForm({ close }: { readonly close: () => void }) {
  const { add } = useFilters();
  const [field, setField] = useState<Filter['field']>('page');
  const [op, setOp] = useState<Filter['op']>('eq');
  const [value, setValue] = useState('');
  const needsValue = !isValueless(op);
  const choose = (chosen: Filter['field']) => {
    setField(chosen);
    if (!operatorsOf(chosen).includes(op)) setOp('eq');
  };
  return (
    <form
      class="popover-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (needsValue && value.trim() === '') return;
        add({ field, op, value: needsValue ? value.trim() : '' });
        close();
      }}
    >
      <label>
        What
        <select
          value={field}
          onChange={(event) => choose(event.currentTarget.value as typeof field)}
        >
          {FIELDS.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        How
        <select value={op} onChange={(event) => setOp(event.currentTarget.value as typeof op)}>
          {operatorsOf(field).map((name) => (
            <option key={name} value={name}>
              {OPERATORS[name]}
            </option>
          ))}
        </select>
      </label>
      {needsValue && (
        <label>
          Value
          <input
            type="text"
            value={value}
            required
            placeholder={op === 'in' || op === 'nin' ? (isNumeric(field) ? '1|2|3' : 'a|b|c') : ''}
            {...(isNumeric(field) ? { pattern: NUMBER, title: 'A number, such as 12.5' } : {})}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        </label>
      )}
      <button type="submit" class="button primary">
        Add the filter
      </button>
    </form>
  );
}
