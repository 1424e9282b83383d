// Revenue over time, beside the period before.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { RevenueOverviewRow } from '../../../protocol/analytics/revenue.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { formatHeadline } from '../../format/numbers.js';
import { overProjects } from '../../format/over-projects.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

export function RevenuePanel() {
  const { client } = useSession();
  const { query, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const question = { ...query, include_previous_period: true };
    const { data } = await client.analytics.revenueOverview(question, { signal });
    return { data, isFiltered: query.filters !== undefined };
  });
  return (
    <Panel title="Revenue" note="What events with a revenue add up to" span={6}>
      <Answered answer={answer} lines={8}>
        {({ data, isFiltered }) => <Revenue answered={data} isFiltered={isFiltered} />}
      </Answered>
    </Panel>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface RevenueProps {
  readonly answered: readonly RevenueOverviewRow[];
  readonly isFiltered: boolean;
}

function Revenue({ answered, isFiltered }: RevenueProps) {
  const rows = useMemo(() => overProjects(answered, ({ date }) => date), [answered]);
  const data = useMemo(
    () => ({
      labels: rows.map(({ date }) => date),
      series: [
        { name: 'These days', values: rows.map(({ revenue }) => revenue) },
        {
          name: 'Previous days',
          values: rows.map(({ revenue_previous: before }) => before ?? 0),
          isFaint: true,
        },
      ],
    }),
    [rows],
  );
  const now = sum(rows.map(({ revenue }) => revenue));
  const volume = sum(rows.map((row) => row.volume));
  if (data.series.every(({ values }) => sum(values) === 0) && volume === 0) {
    if (isFiltered) return <Empty>Nothing that matches the filters has a revenue.</Empty>;
    return (
      <Empty>
        No revenue yet. Send it with an event:
        <code>
          chaintrail.track('minted', {'{'} revenue: 12 {'}'})
        </code>
      </Empty>
    );
  }
  return (
    <>
      <p class="total">
        <span class="figure">{formatHeadline(now)}</span>
        {volume > 0 && <span class="muted"> of {formatHeadline(volume)} volume</span>}
      </p>
      <SeriesChart
        label="Revenue a day, beside the period before"
        data={data}
        kind="line"
        labelHead="Day"
      />
    </>
  );
}
