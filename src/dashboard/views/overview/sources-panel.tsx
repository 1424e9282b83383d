// The sources of sessions, by a column that the user chooses.
/** @jsxImportSource preact */
import type { SourceColumn } from '../../../protocol/analytics/dimensions.js';
import { FIELD_NAMES, groupName } from '../../format/fields.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useNavigation } from '../../state/use-place.js';
import { filterOfGroup } from './group-filter.js';
import { Ranking } from './ranking.js';
import { hitsTitle } from './rankings.js';

/** The columns with their names: those of the filters, where there is one for the column. */
const COLUMNS = {
  referrer: FIELD_NAMES.referrer,
  channel: 'Channel',
  utm_source: FIELD_NAMES.utm_source,
  utm_medium: FIELD_NAMES.utm_medium,
  utm_campaign: FIELD_NAMES.utm_campaign,
  ref: FIELD_NAMES.ref,
  origin: FIELD_NAMES.origin,
  device: FIELD_NAMES.device,
  browser: FIELD_NAMES.browser,
  os: FIELD_NAMES.os,
} as const satisfies Partial<Record<SourceColumn, string>>;

type Column = keyof typeof COLUMNS;
const isColumn = (text: string): text is Column => Object.hasOwn(COLUMNS, text);

export function SourcesPanel() {
  const { client } = useSession();
  const { place } = useNavigation();
  const { query } = useScope();
  const chosen = place.options.source ?? '';
  const column: Column = isColumn(chosen) ? chosen : 'referrer';
  return (
    <Ranking
      id="sources"
      title="Sources"
      head={COLUMNS[column]}
      by={column}
      actions={<ChooseColumn column={column} />}
      ask={(limit, signal) =>
        client.analytics.topSources({ ...query, metric_column: column, limit }, { signal })
      }
      empty="No sessions in this period."
      filterOf={(row) => filterOfGroup(column, row[column] ?? '')}
      ranked={(counted) => ({
        keyOf: (row) => row[column] ?? '',
        nameOf: (row) => groupName(column, row[column] ?? ''),
        counts: [
          { title: 'Visitors', value: ({ visitors }) => visitors },
          { title: 'Sessions', value: ({ sessions }) => sessions },
          { title: hitsTitle(counted), value: ({ hits }) => hits },
        ],
      })}
    />
  );
}

function ChooseColumn({ column }: { readonly column: Column }) {
  const { place, go } = useNavigation();
  const choose = (source: string) => go({ options: { ...place.options, source } });
  return (
    <label class="inline-select">
      <span class="hidden">Sources by</span>
      <select value={column} onChange={(event) => choose(event.currentTarget.value)}>
        {Object.entries(COLUMNS).map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
