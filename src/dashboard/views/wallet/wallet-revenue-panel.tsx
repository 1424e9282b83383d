// The revenue of a wallet over time.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { RevenueTimeseriesRow } from '../../../protocol/analytics/revenue.js';
import { byGroup } from '../../charts/chart-data.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { withEventColours } from '../../format/event-colours.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { RangePicker } from '../../parts/range-picker.js';
import { type Scope, useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { eachStep, PER_STEP, STEP_HEADS, stepAt, stepOfDays } from '../../state/time-steps.js';
import { useAnswer } from '../../state/use-answer.js';

const MOST_SERIES = 6;

export function WalletRevenuePanel({ address }: { readonly address: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const answer = useAnswer(`${address} ${key}`, async (signal) => {
    const { data } = await client.analytics.revenueTimeseries({ ...days, address }, { signal });
    return { data, days };
  });
  const per = PER_STEP[stepOfDays(answer.data?.days ?? days)];
  return (
    <Panel
      title="Revenue"
      note={`${per[0]?.toUpperCase()}${per.slice(1)}, by event`}
      // The days are chosen here and not for the whole page, since all else on it covers the wallet's whole time.
      actions={<RangePicker />}
      span={12}
    >
      <Answered answer={answer} lines={11}>
        {({ data, days: asked }) =>
          data.every(({ revenue }) => revenue === 0) ? (
            <Empty>No revenue from this wallet in this period.</Empty>
          ) : (
            <Revenue rows={data} days={asked} />
          )
        }
      </Answered>
    </Panel>
  );
}

interface RevenueProps {
  readonly rows: readonly RevenueTimeseriesRow[];
  readonly days: Scope['days'];
}

function Revenue({ rows, days }: RevenueProps) {
  const step = stepOfDays(days);
  const data = useMemo(() => {
    const grouping = { x: 'date', y: 'revenue', group: 'event', most: MOST_SERIES };
    const inSteps = rows.map((row) => ({ ...row, date: stepAt(step, row.date) }));
    const { labels, series } = byGroup(inSteps, { ...grouping, labels: eachStep(step, days) });
    return { labels, series: withEventColours(series) };
  }, [rows, days, step]);
  return (
    <SeriesChart
      label={`Revenue of this wallet ${PER_STEP[step]}, by event`}
      data={data}
      kind="stacked"
      labelHead={STEP_HEADS[step]}
    />
  );
}
