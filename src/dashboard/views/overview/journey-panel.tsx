// The funnel from visit to wallet to transaction, or to the filtered events, in total and by group.
/** @jsxImportSource preact */
import { FunnelSteps } from '../../charts/funnel-steps.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { ChooseGroups, GroupName, useGroups } from './groups.js';
import { journeyOf } from './journey.js';

const WINDOW = { value: 7, unit: 'day' } as const;

export function JourneyPanel() {
  const { client } = useSession();
  const { query, key } = useScope();
  const chosen = useGroups('by');
  const asked = journeyOf(query.filters);
  const answer = useAnswer(`${key} ${chosen}`, async (signal) => {
    const { steps, filters } = asked;
    const groups = chosen === undefined ? {} : { group_by: chosen };
    const question = { ...query, filters, steps, conversion_window: WINDOW, ...groups };
    const { data } = await client.analytics.funnel(question, { signal });
    return { data, journey: asked, by: chosen };
  });
  const { title } = answer.data?.journey ?? asked;
  return (
    <Panel
      title={title}
      note="Steps taken in order within 7 days"
      span={6}
      actions={<ChooseGroups option="by" whole="All visitors" />}
    >
      <Answered answer={answer} lines={10}>
        {({ data, journey: { names, heads, nobody }, by }) =>
          (data[0]?.users ?? 0) === 0 ? (
            <Empty>{nobody}</Empty>
          ) : (
            <FunnelSteps
              rows={data}
              names={names}
              heads={heads}
              breakdown={by}
              {...(by && { showGroup: (value) => <GroupName by={by} value={value} /> })}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
