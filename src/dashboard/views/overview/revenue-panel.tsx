// Revenue over time, beside the period before.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import { SeriesChart } from '../../charts/series-chart.js';
import { formatHeadline } from '../../format/numbers.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { type RevenueRow, readRevenue, type Steps } from '../../state/read-series.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { PER_STEP, STEP_HEADS } from '../../state/time-steps.js';
import { useAnswer } from '../../state/use-answer.js';

export function RevenuePanel() {
  const { client } = useSession();
  const { days, query, filters, key } = useScope();
  const answer = useAnswer(key, async (signal) => ({
    steps: await readRevenue(client, { days, query, filters }, { signal }),
    isFiltered: filters.length > 0,
  }));
  return (
    <Panel title="Revenue" note="What events with a revenue add up to" span={6}>
      <Answered answer={answer} lines={8}>
        {({ steps, isFiltered }) => <Revenue steps={steps} isFiltered={isFiltered} />}
      </Answered>
    </Panel>
  );
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

interface RevenueProps {
  readonly steps: Steps<RevenueRow>;
  readonly isFiltered: boolean;
}

function Revenue({ steps, isFiltered }: RevenueProps) {
  const { step, labels, rows } = steps;
  const data = useMemo(
    () => ({
      labels,
      series: [
        { name: 'These days', values: rows.map(({ revenue }) => revenue) },
        { name: 'Previous days', values: rows.map(({ before }) => before), isFaint: true },
      ],
    }),
    [labels, rows],
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
        {volume > 0 && <span class="muted"> · volume {formatHeadline(volume)}</span>}
      </p>
      <SeriesChart
        label={`Revenue ${PER_STEP[step]}, beside the period before`}
        data={data}
        kind="line"
        labelHead={STEP_HEADS[step]}
      />
    </>
  );
}
