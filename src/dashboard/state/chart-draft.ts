// The draft of a chart: what its form holds, and the request bodies that are made from it.
import type { Chart } from '../../client/answers.js';
import type { FunnelStep } from '../../protocol/analytics/funnel.js';
import type { ChartSettings, ChartType, NewChart } from '../../protocol/boards/chart.js';
import { exampleOf, isExample, type SqlQuestion } from './chart-examples.js';

/** Holds the fields of all chart types, so that switching to another type and back loses nothing. */
export interface ChartDraft extends SqlQuestion {
  readonly type: ChartType;
  readonly title: string;
  readonly description: string;
  readonly steps: readonly FunnelStep[];
  /** Also holds keys that this form does not know: saving must not delete them. */
  readonly settings: ChartSettings;
}

/** Stands in the page's address in place of an id, for a chart that is not saved yet. */
export const NEW_CHART = 'new';

/** The chart types in the order in which the form offers them, with their names. */
export const CHART_NAMES: Readonly<Record<ChartType, string>> = {
  line: 'Lines',
  bar: 'Bars',
  stacked: 'Stacked bars',
  pie: 'Pie',
  number: 'Number',
  table: 'Table',
  funnel: 'Funnel',
  user_paths: 'User paths',
  retention: 'Retention',
};

export const isChartType = (type: string): type is ChartType => Object.hasOwn(CHART_NAMES, type);

type ManagedType = 'funnel' | 'user_paths' | 'retention';
type Setting = keyof ChartSettings;

/** The settings that each chart type without SQL reads. */
const SETTINGS: Readonly<Record<ManagedType, readonly Setting[]>> = {
  funnel: ['funnelType', 'conversionWindow', 'breakdown', 'filters'],
  user_paths: ['anchors', 'maxSteps', 'nodesPerStep', 'filters'],
  retention: ['period', 'entryFilter', 'retentionFilter', 'filters', 'retentionUserFilters'],
};
const KNOWN: ReadonlySet<string> = new Set(Object.values(SETTINGS).flat());

const isManaged = (type: ChartType): type is ManagedType => Object.hasOwn(SETTINGS, type);
export const isSql = (type: ChartType): boolean => !isManaged(type);

/** Whether the chart follows the chosen days. False when its SQL is unknown, as to readers of a public board. */
export const isOfDays = (type: string, query?: string | null): boolean =>
  isChartType(type) && (!isSql(type) || /\{date_(from|to)\}/.test(query ?? ''));

/** Which columns of the answer each type draws: `y` is one column, `ys` any number of them. */
export const DRAWS: Readonly<Partial<Record<ChartType, readonly ('x' | 'y' | 'ys' | 'group')[]>>> =
  {
    line: ['x', 'ys'],
    bar: ['x', 'ys'],
    stacked: ['x', 'y', 'group'],
    pie: ['group', 'y'],
    number: ['y'],
  };

const FIRST_STEPS: readonly FunnelStep[] = [
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  { type: 'event', event: 'transaction' },
];

/** A new chart begins with an example query, so that its preview shows something at once. */
export const newDraft = (): ChartDraft => ({
  type: 'line',
  title: '',
  description: '',
  ...exampleOf('line'),
  steps: FIRST_STEPS,
  settings: { conversionWindow: { value: 7, unit: 'day' } },
});

export const draftOf = (chart: Omit<Chart, 'chart_type'>, type: ChartType): ChartDraft => ({
  type,
  title: chart.title,
  description: chart.description ?? '',
  query: isSql(type) ? chart.query : '',
  x: type === 'pie' ? '' : (chart.x_axis ?? ''),
  y: chart.y_axis ?? [],
  // A pie chart without `group_by` takes the names of its slices from `x_axis`.
  group: chart.group_by ?? (type === 'pie' ? chart.x_axis : null) ?? '',
  steps: (chart.steps as readonly FunnelStep[] | undefined) ?? FIRST_STEPS,
  settings: (chart.settings as ChartSettings | null) ?? {},
});

/** Switches the type. An SQL query that is empty or still an example is replaced by the example of the new type. */
export function withType(draft: ChartDraft, type: ChartType): ChartDraft {
  const isOwn = draft.query.trim() !== '' && !isExample(draft.query);
  return isOwn || isManaged(type) ? { ...draft, type } : { ...draft, ...exampleOf(type), type };
}

const filled = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

function drawingOf({ type, x, y, group }: ChartDraft): Partial<NewChart> {
  const draws = DRAWS[type] ?? [];
  const columns = draws.includes('ys') ? y : draws.includes('y') ? y.slice(0, 1) : [];
  return {
    ...(draws.includes('x') && x !== '' && { x_axis: x }),
    ...(columns.length > 0 && { y_axis: [...columns] }),
    ...(draws.includes('group') && group !== '' && { group_by: group }),
  };
}

/** The settings to save: those that the type reads and unknown keys, without those of other types. */
function settingsOf({ type, settings }: ChartDraft): ChartSettings | undefined {
  const own: readonly string[] = isManaged(type) ? SETTINGS[type] : [];
  const kept = Object.entries(settings).filter(
    ([key, value]) =>
      value !== null && value !== undefined && (own.includes(key) || !KNOWN.has(key)),
  );
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as ChartSettings);
}

/** The part of the body that decides which rows are answered, apart from how they are drawn. */
function questionOf(draft: ChartDraft): Partial<NewChart> {
  const settings = settingsOf(draft);
  return {
    ...(isSql(draft.type) && { query: draft.query }),
    ...(draft.type === 'funnel' && { steps: [...draft.steps] }),
    ...(settings && { settings }),
  };
}

/** The body of the request that creates or replaces the chart. */
export const bodyOf = (draft: ChartDraft): NewChart => ({
  chart_type: draft.type,
  title: draft.title.trim(),
  ...(filled(draft.description) && { description: draft.description.trim() }),
  ...questionOf(draft),
  ...drawingOf(draft),
});

/** The body of the request for a preview. A draft without a title gets that of its type, as the API needs one. */
export const previewOf = (draft: ChartDraft): NewChart => ({
  ...bodyOf(draft),
  title: filled(draft.title) ?? CHART_NAMES[draft.type],
});

/** Whether both drafts get the same rows from the server, so that one preview serves both. */
export const asksTheSame = (a: ChartDraft, b: ChartDraft): boolean =>
  (a.type === b.type || (isSql(a.type) && isSql(b.type))) &&
  JSON.stringify(questionOf(a)) === JSON.stringify(questionOf(b));

/** A column of a query's answer. */
export interface Column {
  readonly name: string;
  /** Type in the database, such as `UInt64`. */
  readonly type: string;
}

const isNumeric = ({ type }: Column): boolean =>
  /^((Nullable|LowCardinality|SimpleAggregateFunction)\()*(\w+, )?(U?Int|Float|Decimal)/.test(type);

/** Replaces chosen columns that the answer does not have by columns that it has; valid choices stay. */
export function fitColumns(draft: ChartDraft, columns: readonly Column[]): ChartDraft {
  // A query that failed answers no columns. Once corrected it may have the chosen ones again: keep them.
  if (columns.length === 0) return draft;
  const draws = DRAWS[draft.type] ?? [];
  const has = (name: string) => columns.some((one) => one.name === name);
  const texts = columns.filter((one) => !isNumeric(one));
  const first = (choices: readonly Column[], besides: readonly string[]): string =>
    [...choices, ...columns].find(({ name }) => !besides.includes(name))?.name ?? '';
  const x = !draws.includes('x') || has(draft.x) ? draft.x : first(texts, []);
  const chosen = draft.y.filter(has);
  const numbers = columns.filter((one) => isNumeric(one) && one.name !== x);
  const one = first(numbers, [x]);
  const all = numbers.length > 0 ? numbers.map(({ name }) => name) : [one].filter(Boolean);
  const y = chosen.length > 0 ? chosen : draws.includes('ys') ? all : [one].filter(Boolean);
  const group =
    !draws.includes('group') || has(draft.group)
      ? draft.group
      : first(texts, [x, ...y].filter(Boolean));
  return { ...draft, x, y: draws.length === 0 ? draft.y : y, group };
}
