// The heading of a view, with the pickers for days, filters and project that apply to it.
/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { describeDays } from '../state/date-range.js';
import { useScope } from '../state/scope.js';
import { FilterBar, FilterButton } from './filter-bar.js';
import { ProjectPicker } from './project-picker.js';
import { RangePicker } from './range-picker.js';

export interface ViewHeadProps {
  readonly title: ComponentChildren;
  /** Below the title. */
  readonly note?: ComponentChildren;
  /** Which settings of the page's address this view follows. */
  readonly follows?: 'days' | 'filters' | 'days-and-filters';
  /** Whether the view follows the chosen project, too. */
  readonly isOfProject?: boolean;
  readonly children?: ComponentChildren;
}

export function ViewHead(props: ViewHeadProps) {
  const { title, note, follows, isOfProject = false, children } = props;
  const { days } = useScope();
  const hasDays = follows?.startsWith('days');
  const hasFilters = follows?.endsWith('filters');
  return (
    <>
      <header class="view-head">
        <div class="view-title">
          <h1 tabIndex={-1}>{title}</h1>
          {note !== undefined && <p class="note">{note}</p>}
          {hasDays && <p class="note on-paper">{describeDays(days.date_from, days.date_to)}</p>}
        </div>
        {(follows ?? children) !== undefined && (
          <div class="view-actions">
            {children}
            {isOfProject && <ProjectPicker />}
            {hasFilters && <FilterButton />}
            {hasDays && <RangePicker />}
          </div>
        )}
      </header>
      {hasFilters && <FilterBar isOfEvents={!hasDays} />}
    </>
  );
}
