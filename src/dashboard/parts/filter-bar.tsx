// The active filters, each with a button that removes it, and the button that opens the form for another one.
/** @jsxImportSource preact */
import { useRef } from 'preact/hooks';
import { filterWords } from '../format/fields.js';
import { focusBefore, useFocusBefore } from '../state/focus-before.js';
import { countedBy, type Filter } from '../state/place.js';
import { useNavigation } from '../state/use-place.js';
import { FilterForm } from './filter-form.js';
import { Icon } from './icon.js';
import { Popover } from './popover.js';

const isSame = (a: Filter, b: Filter) =>
  a.field === b.field && a.op === b.op && a.value === b.value;

/** The filters, and ways to change them. The same filter is never added twice. */
export function useFilters() {
  const { place, go } = useNavigation();
  const { filters } = place;
  /** The filters with another one. */
  const added = (filter: Filter) =>
    filters.some((one) => isSame(one, filter)) ? filters : [...filters, filter];
  return {
    filters,
    added,
    add: (filter: Filter) => go({ filters: added(filter) }),
    remove: (filter: Filter) => go({ filters: filters.filter((one) => !isSame(one, filter)) }),
    clear: () => go({ filters: [] }),
  };
}

const COUNTED = {
  pages: 'events on these pages',
  events: 'matching events',
} as const;

export interface FilterBarProps {
  /** Whether the view lists single events: the note on how figures are counted is left out then. */
  readonly isOfEvents?: boolean;
}

export function FilterBar({ isOfEvents = false }: FilterBarProps) {
  const { filters, remove, clear } = useFilters();
  const bar = useRef<HTMLElement>(null);
  if (filters.length === 0) return null;
  const counted = countedBy(filters);
  const clearAll = () => {
    if (bar.current !== null) focusBefore(bar.current);
    clear();
  };
  return (
    <section ref={bar} class="filters" aria-label="Filters">
      {filters.map((filter) => (
        <FilterChip
          key={filterWords(filter)}
          words={filterWords(filter)}
          onRemove={() => remove(filter)}
        />
      ))}
      {filters.length > 1 && (
        <button type="button" class="button quiet" onClick={clearAll}>
          Remove all
        </button>
      )}
      {counted !== 'visits' && !isOfEvents && (
        <p class="note">
          Only {COUNTED[counted]} are counted, not what else their visitors did. Bounce rate and
          session duration are hidden, since they describe whole sessions.
        </p>
      )}
    </section>
  );
}

export interface FilterChipProps {
  readonly words: string;
  readonly onRemove: () => void;
}

export function FilterChip({ words, onRemove }: FilterChipProps) {
  const button = useFocusBefore();
  return (
    <span class="chip">
      <span>{words}</span>
      <button ref={button} type="button" onClick={onRemove}>
        <Icon name="close" />
        <span class="hidden">Remove the filter {words}</span>
      </button>
    </span>
  );
}

export function FilterButton() {
  const { add } = useFilters();
  return (
    <Popover icon="filter" label="Filter" title="Add a filter">
      {(close) => (
        <FilterForm
          onAdd={(filter) => {
            add(filter);
            close();
          }}
        />
      )}
    </Popover>
  );
}
