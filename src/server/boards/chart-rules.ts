// What each type of chart needs (decision N-19), beyond the shape of its fields.
import type { ChartType, NewChart } from '../../protocol/boards/chart.js';
import { DomainError } from '../domain-error.js';

/** Types whose question is made from their settings, and not written as SQL. */
export type ManagedType = 'funnel' | 'user_paths' | 'retention';

const FEWEST_STEPS = 2;

const MANAGED: ReadonlySet<ChartType> = new Set(['funnel', 'user_paths', 'retention']);

export const isManaged = (type: ChartType): type is ManagedType => MANAGED.has(type);

/** Stands where SQL charts have their query. */
export const placeholderOf = (type: ManagedType): string => `managed by the system: ${type}`;

type Faults = readonly (readonly [path: string, message: string])[];

function faultsOf({ chart_type: type, query, x_axis, y_axis, group_by, steps }: NewChart): Faults {
  const columns = y_axis?.length ?? 0;
  const isMissing: Readonly<Record<string, boolean>> = {
    query: !isManaged(type) && !query?.trim(),
    x_axis: ['bar', 'line', 'stacked'].includes(type) && !x_axis,
    group_by: type === 'stacked' && !group_by,
  };
  return [
    ...Object.entries(isMissing).flatMap(([path, missing]) =>
      missing ? [[path, `is required in a ${type} chart`] as const] : [],
    ),
    ...(['bar', 'line'].includes(type) && columns < 1
      ? [['y_axis', `must name a column in a ${type} chart`] as const]
      : []),
    ...(['stacked', 'pie'].includes(type) && columns !== 1
      ? [['y_axis', `must name one column in a ${type} chart; there are ${columns}`] as const]
      : []),
    ...(type === 'funnel' ? stepFaults(steps) : []),
  ];
}

/** What their conditions compare is checked when the funnel is read. */
function stepFaults(steps: NewChart['steps']): Faults {
  const count = steps?.length ?? 0;
  if (count >= FEWEST_STEPS) return [];
  return [['steps', `must be ${FEWEST_STEPS} or more in a funnel; there are ${count}`]];
}

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming each field that does not fit the type */
export function checkChart(chart: NewChart): void {
  const faults = faultsOf(chart).map(([path, message]) => [`body.${path}`, message] as const);
  const [first] = faults;
  if (first === undefined) return;
  throw new DomainError('INVALID_VALIDATION_REQUEST', `${first[0]} ${first[1]}.`, {
    param: first[0],
    details: Object.fromEntries(faults),
  });
}
