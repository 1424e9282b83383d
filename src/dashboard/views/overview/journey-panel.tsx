// From visit to wallet to transaction.
/** @jsxImportSource preact */
import type { FunnelStep } from '../../../protocol/analytics/funnel.js';
import { FunnelSteps } from '../../charts/funnel-steps.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const STEPS: readonly FunnelStep[] = [
  { type: 'event', event: 'page' },
  { type: 'event', event: 'connect' },
  {
    type: 'event',
    event: 'transaction',
    // Those that reached a chain, and not those that were only asked for.
    filters: [{ field: 'status', op: 'in', value: ['broadcasted', 'confirmed'] }],
  },
];
const NAMES = ['Visitors', 'Connected a wallet', 'Sent a transaction'];

export function JourneyPanel() {
  const { client } = useSession();
  const { query, key } = useScope();
  const answer = useAnswer(key, (signal) =>
    client.analytics.funnel(
      { ...query, steps: STEPS, conversion_window: { value: 7, unit: 'day' } },
      { signal },
    ),
  );
  return (
    <Panel title="Visit to transaction" note="Visitors, in this order, within 7 days" span={6}>
      <Answered answer={answer} lines={6}>
        {({ data }) =>
          (data[0]?.users ?? 0) === 0 ? (
            <Empty>Nobody visited in these days.</Empty>
          ) : (
            <FunnelSteps rows={data} names={NAMES} />
          )
        }
      </Answered>
    </Panel>
  );
}
