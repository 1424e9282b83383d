// What a wallet brought, day by day.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { RevenueTimeseriesRow } from '../../../protocol/analytics/revenue.js';
import { byGroup } from '../../charts/chart-data.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { eachDay } from '../../state/date-range.js';
import { type Scope, useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const MOST_SERIES = 6;

export function WalletRevenuePanel({ address }: { readonly address: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const answer = useAnswer(`${address} ${key}`, async (signal) => {
    const { data } = await client.analytics.revenueTimeseries({ ...days, address }, { signal });
    return { data, days };
  });
  return (
    <Panel title="Revenue" note="A day, by event" span={12}>
      <Answered answer={answer} lines={6}>
        {({ data, days: asked }) =>
          data.every(({ revenue }) => revenue === 0) ? (
            <Empty>No revenue of this wallet in these days.</Empty>
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
  const data = useMemo(() => {
    const labels = eachDay(days);
    return byGroup(rows, { x: 'date', y: 'revenue', group: 'event', labels, most: MOST_SERIES });
  }, [rows, days]);
  return (
    <SeriesChart
      label="Revenue of this wallet a day, by event"
      data={data}
      kind="stacked"
      labelHead="Day"
    />
  );
}
