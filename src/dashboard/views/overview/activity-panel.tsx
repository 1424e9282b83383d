// What happened, day by day.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { EventTimeseriesRow } from '../../../protocol/analytics/event-timeseries.js';
import { byGroup } from '../../charts/chart-data.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { eventColours } from '../../format/event-colours.js';
import { eventName } from '../../format/names.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { eachDay } from '../../state/date-range.js';
import { type Scope, useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const MOST_SERIES = 7;

export function ActivityPanel() {
  const { client } = useSession();
  const { days, query, key } = useScope();
  const answer = useAnswer(key, async (signal) => {
    const { data } = await client.analytics.eventTimeseries(query, { signal });
    return { data, days };
  });
  return (
    <Panel title="Activity" note="Events a day, by what they are" span={8}>
      <Answered answer={answer} lines={8}>
        {({ data, days: asked }) =>
          data.length === 0 ? (
            <Empty>Nothing happened in these days.</Empty>
          ) : (
            <Activity rows={data} days={asked} />
          )
        }
      </Answered>
    </Panel>
  );
}

interface ActivityProps {
  readonly rows: readonly EventTimeseriesRow[];
  readonly days: Scope['days'];
}

function Activity({ rows, days }: ActivityProps) {
  const data = useMemo(() => {
    const grouping = { x: 'date', y: 'count', group: 'event_key', most: MOST_SERIES };
    const { labels, series } = byGroup(rows, { ...grouping, labels: eachDay(days) });
    const colours = eventColours(series.map(({ name }) => name));
    return {
      labels,
      series: series.map(({ name, values }, index) => ({
        name: eventName(name),
        values,
        colour: colours[index],
      })),
    };
  }, [rows, days]);
  return (
    <SeriesChart
      label="Events a day, by what they are"
      data={data}
      kind="stacked"
      labelHead="Day"
    />
  );
}
