// What each type of chart requires (decision N-19), beyond the schema of its fields.
import { MAX_CONDITIONS } from '../../protocol/analytics/filters.js';
import type { ChartType, NewChart } from '../../protocol/boards/chart.js';
import { readFilters } from '../analytics/conditions.js';
import { readStep, repeatedName } from '../analytics/questions/steps.js';
import { DomainError } from '../errors/domain-error.js';
import { type FieldFault, invalidFields } from '../errors/invalid-fields.js';

/** Types whose question is built from steps and settings, instead of being written as SQL. */
export type ManagedType = 'funnel' | 'user_paths' | 'retention';

const FEWEST_STEPS = 2;

const MANAGED: ReadonlySet<ChartType> = new Set(['funnel', 'user_paths', 'retention']);

export const isManaged = (type: ChartType): type is ManagedType => MANAGED.has(type);

/** The text that is stored in `query` for a chart without SQL. */
export const placeholderOf = (type: ManagedType): string => `managed by the system: ${type}`;

type Faults = readonly FieldFault[];

/** Faults of the question: its SQL, or its steps and filters. */
function questionFaults(chart: NewChart): Faults {
  const { chart_type: type, query, steps } = chart;
  if (!isManaged(type)) return query?.trim() ? [] : [isRequired('query', type)];
  return [...(type === 'funnel' ? stepFaults(steps) : []), ...filterFaults(chart)];
}

/** Faults of the drawing: its axes and groups. */
function drawingFaults({ chart_type: type, x_axis, y_axis, group_by }: NewChart): Faults {
  const columns = y_axis?.length ?? 0;
  return [
    ...(['bar', 'line', 'stacked'].includes(type) && !x_axis ? [isRequired('x_axis', type)] : []),
    ...(type === 'stacked' && !group_by ? [isRequired('group_by', type)] : []),
    ...(['bar', 'line'].includes(type) && columns < 1
      ? [['y_axis', `must have at least one column in a ${type} chart`] as const]
      : []),
    ...(['stacked', 'pie'].includes(type) && columns !== 1
      ? [['y_axis', `must have exactly one column in a ${type} chart; it has ${columns}`] as const]
      : []),
  ];
}

const isRequired = (path: string, type: ChartType): FieldFault => [
  path,
  `is required in a ${type} chart`,
];

function stepFaults(steps: NewChart['steps']): Faults {
  const count = steps?.length ?? 0;
  if (count < FEWEST_STEPS) {
    return [['steps', `must have at least ${FEWEST_STEPS} entries in a funnel; it has ${count}`]];
  }
  const fault = repeatedName(steps ?? []);
  if (fault === undefined) return [];
  const [path, message] = fault;
  return [[`steps.${path}`, message]];
}

/** The question combines both lists of filters, so the limit is for both together. */
function filterFaults({ settings }: NewChart): Faults {
  const { filters, retentionUserFilters } = settings ?? {};
  const count = (filters?.length ?? 0) + (retentionUserFilters?.length ?? 0);
  if (count <= MAX_CONDITIONS) return [];
  const message = `must have at most ${MAX_CONDITIONS} entries together with filters; they have ${count}`;
  return [['settings.retentionUserFilters', message]];
}

/** Reads every condition as running the chart will do; throws for one that is invalid. */
function readConditions({ steps, settings }: NewChart): void {
  const { anchors, entryFilter, retentionFilter, filters, retentionUserFilters } = settings ?? {};
  const events = {
    ...numbered('steps', steps),
    ...numbered('settings.anchors', anchors),
    'settings.entryFilter': entryFilter,
    'settings.retentionFilter': retentionFilter,
  };
  for (const [path, event] of Object.entries(events)) {
    if (event) readStep(event, { param: 'body', path: `${path}.` });
  }
  readFilters(filters ?? [], 'body.settings.filters');
  readFilters(retentionUserFilters ?? [], 'body.settings.retentionUserFilters');
}

const numbered = <T>(path: string, list: readonly T[] | null | undefined): Record<string, T> =>
  Object.fromEntries((list ?? []).map((one, index) => [`${path}.${index}`, one]));

/** The faults of the first invalid condition. */
function conditionFaults(chart: NewChart): Faults {
  if (!isManaged(chart.chart_type)) return [];
  try {
    readConditions(chart);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return Object.entries(error.fields.details ?? {}).map(([path, message]) => [
      path,
      String(message),
    ]);
  }
}

const inBody = ([path, message]: FieldFault): FieldFault => [`body.${path}`, message];

/** @throws {DomainError} INVALID_VALIDATION_REQUEST naming each field that does not fit the type */
export const checkChart = (chart: NewChart): void =>
  refuse([
    ...[...questionFaults(chart), ...drawingFaults(chart)].map(inBody),
    ...conditionFaults(chart),
  ]);

/**
 * For a chart that is run without being saved: fields that only its drawing needs may be missing.
 *
 * @throws {DomainError} as `checkChart`
 */
export const checkQuestion = (chart: NewChart): void =>
  refuse([...questionFaults(chart).map(inBody), ...conditionFaults(chart)]);

function refuse(faults: Faults): void {
  const [first, ...rest] = faults;
  if (first !== undefined) throw invalidFields('INVALID_VALIDATION_REQUEST', [first, ...rest]);
}
