// Events over time, by their type or name.
/** @jsxImportSource preact */
import { byGroup, type ChartData } from '../../charts/chart-data.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { withEventColours } from '../../format/event-colours.js';
import { eventName } from '../../format/names.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { readActivity } from '../../state/read-series.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { PER_STEP, STEP_HEADS, stepOf, type TimeStep } from '../../state/time-steps.js';
import { type Answer, useAnswer } from '../../state/use-answer.js';
import { NOTHING_MATCHES } from './nothing-matches.js';

const MOST_SERIES = 7;

export interface Activity {
  readonly step: TimeStep;
  readonly data: ChartData;
  /** The keys of the series, in their order, which decides their colours. */
  readonly keys: readonly string[];
  readonly isFiltered: boolean;
}

/** Read by the overview, not the panel: the live events beside the chart need its keys, to have the same colours. */
export function useActivity(): Answer<Activity> {
  const { client } = useSession();
  const { days, query, filters, key } = useScope();
  return useAnswer(key, async (signal) => {
    const { step, labels, rows } = await readActivity(client, { days, query, filters }, { signal });
    const grouping = { x: 'date', y: 'count', group: 'event_key', most: MOST_SERIES };
    const { series } = byGroup(rows, { ...grouping, labels });
    const keys = series.map(({ name }) => name);
    const named = withEventColours(series).map((one) => ({ ...one, name: eventName(one.name) }));
    return { step, data: { labels, series: named }, keys, isFiltered: filters.length > 0 };
  });
}

export function ActivityPanel({ activity }: { readonly activity: Answer<Activity> }) {
  const { days } = useScope();
  const note = `Events ${PER_STEP[activity.data?.step ?? stepOf(days)]}, by type`;
  return (
    <Panel title="Activity" note={note} span={8}>
      <Answered answer={activity} lines={11}>
        {({ step, data, isFiltered }) =>
          data.series.length === 0 ? (
            <Empty>{isFiltered ? NOTHING_MATCHES : 'No events in this period.'}</Empty>
          ) : (
            <SeriesChart label={note} data={data} kind="stacked" labelHead={STEP_HEADS[step]} />
          )
        }
      </Answered>
    </Panel>
  );
}
