// What happened over time.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import { byGroup } from '../../charts/chart-data.js';
import { SeriesChart } from '../../charts/series-chart.js';
import { eventColours } from '../../format/event-colours.js';
import { eventName } from '../../format/names.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { type ActivityRow, readActivity, type Steps } from '../../state/read-series.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { PER_STEP, STEP_HEADS, stepOf } from '../../state/time-steps.js';
import { useAnswer } from '../../state/use-answer.js';

const MOST_SERIES = 7;

export function ActivityPanel() {
  const { client } = useSession();
  const { days, query, filters, key } = useScope();
  const answer = useAnswer(key, (signal) =>
    readActivity(client, { days, query, filters }, { signal }),
  );
  const step = answer.data?.step ?? stepOf(days);
  return (
    <Panel title="Activity" note={`Events ${PER_STEP[step]}, by what they are`} span={8}>
      <Answered answer={answer} lines={8}>
        {(steps) =>
          steps.rows.length === 0 ? (
            <Empty>Nothing happened in these days.</Empty>
          ) : (
            <Activity steps={steps} />
          )
        }
      </Answered>
    </Panel>
  );
}

function Activity({ steps }: { readonly steps: Steps<ActivityRow> }) {
  const data = useMemo(() => {
    const grouping = { x: 'date', y: 'count', group: 'event_key', most: MOST_SERIES };
    const { labels, series } = byGroup(steps.rows, { ...grouping, labels: steps.labels });
    const colours = eventColours(series.map(({ name }) => name));
    return {
      labels,
      series: series.map(({ name, values }, index) => ({
        name: eventName(name),
        values,
        colour: colours[index],
      })),
    };
  }, [steps]);
  return (
    <SeriesChart
      label={`Events ${PER_STEP[steps.step]}, by what they are`}
      data={data}
      kind="stacked"
      labelHead={STEP_HEADS[steps.step]}
    />
  );
}
