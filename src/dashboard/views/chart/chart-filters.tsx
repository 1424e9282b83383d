// The filters of a chart without SQL, which apply to all that it counts, and the form that adds one.
/** @jsxImportSource preact */
import type { AnalyticsFilter } from '../../../protocol/analytics/filters.js';
import { filterWords } from '../../format/fields.js';
import { FilterChip } from '../../parts/filter-bar.js';
import { FilterForm } from '../../parts/filter-form.js';
import { Popover } from '../../parts/popover.js';
import { textOfValue, toAnalyticsFilters } from '../../state/place.js';

export interface ChartFiltersProps {
  readonly filters: readonly AnalyticsFilter[];
  readonly onChange: (filters: readonly AnalyticsFilter[]) => void;
}

export function ChartFilters({ filters, onChange }: ChartFiltersProps) {
  return (
    <section class="chart-filters" aria-label="Filters of the chart">
      <Popover icon="filter" label="Filter" title="Add a filter to the chart">
        {(close) => (
          <FilterForm
            onAdd={(filter) => {
              onChange([...filters, ...toAnalyticsFilters([filter])]);
              close();
            }}
          />
        )}
      </Popover>
      {filters.map((filter, at) => (
        <FilterChip
          key={String(at)}
          words={wordsOf(filter)}
          onRemove={() => onChange(filters.filter((_, index) => index !== at))}
        />
      ))}
    </section>
  );
}

function wordsOf({ field, op, value, filters = [] }: AnalyticsFilter): string {
  const more = filters.length === 0 ? '' : `, with ${filters.length} more on its properties`;
  return filterWords({ field, op, value: textOfValue(value) }) + more;
}
