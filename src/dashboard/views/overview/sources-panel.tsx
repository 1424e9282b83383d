// Where sessions came from, by what the reader picks.
/** @jsxImportSource preact */
import type { SourceColumn } from '../../../protocol/analytics/dimensions.js';
import type { TopSourcesRow } from '../../../protocol/analytics/top-sources.js';
import { overProjects } from '../../format/over-projects.js';
import { BarList, type BarRow } from '../../parts/bar-list.js';
import { useFilters } from '../../parts/filter-bar.js';
import { Answered, Panel } from '../../parts/panel.js';
import { FIELDS, type FilterField } from '../../state/place.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';
import { ASKED, largest, NOTHING_MATCHES } from './rankings.js';

const COLUMNS = {
  referrer: 'Referrer',
  channel: 'Channel',
  utm_source: 'Campaign source',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  ref: 'Referral code',
  origin: 'Site',
  device: 'Device',
  browser: 'Browser',
  os: 'System',
} as const satisfies Partial<Record<SourceColumn, string>>;

type Column = keyof typeof COLUMNS;
const isColumn = (text: string): text is Column => Object.hasOwn(COLUMNS, text);

/** Stand for what is empty, which a filter compares with as such. */
const UNKNOWN = ['Direct', 'Unknown'];

export function SourcesPanel() {
  const { client } = useSession();
  const { place, go } = useNavigation();
  const { query, key } = useScope();
  const chosen = place.options.source ?? '';
  const column: Column = isColumn(chosen) ? chosen : 'referrer';
  const answer = useAnswer(`${key} ${column}`, async (signal) => {
    const question = { ...query, metric_column: column, limit: ASKED };
    const { data } = await client.analytics.topSources(question, { signal });
    return { data, column, isFiltered: query.filters !== undefined };
  });
  return (
    <Panel
      title="Sources"
      span={4}
      actions={
        <label class="inline-select">
          <span class="hidden">Sources by</span>
          <select
            value={column}
            onChange={(event) =>
              go({ options: { ...place.options, source: event.currentTarget.value } })
            }
          >
            {Object.entries(COLUMNS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Answered answer={answer} lines={8}>
        {({ data, column: asked, isFiltered }) => (
          <Sources rows={data} column={asked} isFiltered={isFiltered} />
        )}
      </Answered>
    </Panel>
  );
}

interface SourcesProps {
  readonly rows: readonly TopSourcesRow[];
  readonly column: Column;
  readonly isFiltered: boolean;
}

function Sources({ rows, column, isFiltered }: SourcesProps) {
  const { add } = useFilters();
  const field = (FIELDS as readonly string[]).includes(column)
    ? (column as FilterField)
    : undefined;
  const filterBy = (value: string) => {
    if (field === undefined) return undefined;
    return () =>
      add(
        UNKNOWN.includes(value) ? { field, op: 'isEmpty', value: '' } : { field, op: 'eq', value },
      );
  };
  const rowOf = (row: TopSourcesRow): BarRow => {
    const value = row[column] ?? '';
    const onChoose = filterBy(value);
    return {
      key: value,
      name: value || 'None',
      value: row.visitors,
      extra: row.sessions,
      ...(onChoose === undefined ? {} : { onChoose }),
    };
  };
  return (
    <BarList
      caption={`Sources by ${COLUMNS[column]}`}
      heads={[COLUMNS[column], 'Visitors', 'Sessions']}
      empty={isFiltered ? NOTHING_MATCHES : 'No sessions in these days.'}
      rows={largest(overProjects(rows, (row) => row[column] ?? '').map(rowOf))}
    />
  );
}
