// From visit to wallet to transaction, or to what the filters name.
/** @jsxImportSource preact */
import { FunnelSteps } from '../../charts/funnel-steps.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { journeyOf } from './journey.js';

const WINDOW = { value: 7, unit: 'day' } as const;

export function JourneyPanel() {
  const { client } = useSession();
  const { query, key } = useScope();
  const asked = journeyOf(query.filters);
  const answer = useAnswer(key, async (signal) => {
    const { steps, filters } = asked;
    const question = { ...query, filters, steps, conversion_window: WINDOW };
    return { ...(await client.analytics.funnel(question, { signal })), journey: asked };
  });
  const { title } = answer.data?.journey ?? asked;
  return (
    <Panel title={title} note="Visitors, in this order, within 7 days" span={6}>
      <Answered answer={answer} lines={6}>
        {({ data, journey: { names, nobody } }) =>
          (data[0]?.users ?? 0) === 0 ? (
            <Empty>{nobody}</Empty>
          ) : (
            <FunnelSteps rows={data} names={names} />
          )
        }
      </Answered>
    </Panel>
  );
}
