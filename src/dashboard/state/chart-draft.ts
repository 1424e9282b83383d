// A chart that is being written: what its form holds, and what of it the API is told.
import type { Chart } from '../../client/answers.js';
import type { FunnelStep } from '../../protocol/analytics/funnel.js';
import type { ChartSettings, ChartType, NewChart } from '../../protocol/boards/chart.js';
import { exampleOf, isExample, type SqlQuestion } from './chart-examples.js';

/** All fields of all types, so that another type and back loses nothing. */
export interface ChartDraft extends SqlQuestion {
  readonly type: ChartType;
  readonly title: string;
  readonly description: string;
  readonly steps: readonly FunnelStep[];
  /** Also keys that are not known here. */
  readonly settings: ChartSettings;
}

/** Stands in an address for a chart that is not there yet. */
export const NEW_CHART = 'new';

/** As they are offered, with what they are called. */
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

/** What each type without SQL reads of the settings. */
const SETTINGS: Readonly<Record<ManagedType, readonly Setting[]>> = {
  funnel: ['funnelType', 'conversionWindow', 'breakdown', 'filters'],
  user_paths: ['anchors', 'maxSteps', 'nodesPerStep', 'filters'],
  retention: ['period', 'entryFilter', 'retentionFilter', 'filters', 'retentionUserFilters'],
};
const KNOWN: ReadonlySet<string> = new Set(Object.values(SETTINGS).flat());

const isManaged = (type: ChartType): type is ManagedType => Object.hasOwn(SETTINGS, type);
export const isSql = (type: ChartType): boolean => !isManaged(type);

/** Whether other days change what it shows. False also where its SQL is not told. */
export const isOfDays = (type: string, query?: string | null): boolean =>
  isChartType(type) && (!isSql(type) || /\{date_(from|to)\}/.test(query ?? ''));

/** Which columns a type draws; `y` may be several where it says so. */
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

/** With a question that answers at once. */
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
  // A pie without it has its names where others have their labels.
  group: chart.group_by ?? (type === 'pie' ? chart.x_axis : null) ?? '',
  steps: (chart.steps as readonly FunnelStep[] | undefined) ?? FIRST_STEPS,
  settings: (chart.settings as ChartSettings | null) ?? {},
});

/** Of another type: what nobody wrote makes place for an example of that one. */
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

/** Without those of other types. */
function settingsOf({ type, settings }: ChartDraft): ChartSettings | undefined {
  const own: readonly string[] = isManaged(type) ? SETTINGS[type] : [];
  const kept = Object.entries(settings).filter(
    ([key, value]) =>
      value !== null && value !== undefined && (own.includes(key) || !KNOWN.has(key)),
  );
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as ChartSettings);
}

/** What is asked, apart from how it is drawn. */
function questionOf(draft: ChartDraft): Partial<NewChart> {
  const settings = settingsOf(draft);
  return {
    ...(isSql(draft.type) && { query: draft.query }),
    ...(draft.type === 'funnel' && { steps: [...draft.steps] }),
    ...(settings && { settings }),
  };
}

/** The body that makes or replaces the chart. */
export const bodyOf = (draft: ChartDraft): NewChart => ({
  chart_type: draft.type,
  title: draft.title.trim(),
  ...(filled(draft.description) && { description: draft.description.trim() }),
  ...questionOf(draft),
  ...drawingOf(draft),
});

/** The same for a look at it, which needs no title. */
export const previewOf = (draft: ChartDraft): NewChart => ({
  ...bodyOf(draft),
  title: filled(draft.title) ?? CHART_NAMES[draft.type],
});

/** Whether rows that answer one draft answer the other. */
export const asksTheSame = (a: ChartDraft, b: ChartDraft): boolean =>
  (a.type === b.type || (isSql(a.type) && isSql(b.type))) &&
  JSON.stringify(questionOf(a)) === JSON.stringify(questionOf(b));

/** A column of an answer. */
export interface Column {
  readonly name: string;
  /** Of the database, such as `UInt64`. */
  readonly type: string;
}

const isNumeric = ({ type }: Column): boolean =>
  /^((Nullable|LowCardinality|SimpleAggregateFunction)\()*(\w+, )?(U?Int|Float|Decimal)/.test(type);

/** Chooses columns of an answer where none, or none of them, is chosen: what was chosen well stays. */
export function fitColumns(draft: ChartDraft, columns: readonly Column[]): ChartDraft {
  // A refused question has no columns: mended, it may have those that were chosen again.
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
