// The latest deliveries of an alert, the newest first.
/** @jsxImportSource preact */
import type { Delivery } from '../../../client/answers.js';
import { deliveryState, recipientWords } from '../../format/alert-words.js';
import { formatCount } from '../../format/numbers.js';
import { DataTable } from '../../parts/data-table.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const MOST = 50;

export function DeliveriesPanel({ alertId }: { readonly alertId: string }) {
  const { client } = useSession();
  const { key } = useScope();
  const answer = useAnswer(`${alertId} ${key}`, async (signal) => {
    const { data } = await client.alerts.deliveries(alertId, { size: MOST }, { signal });
    return data;
  });
  return (
    <Panel title="Deliveries" note={`The latest ${MOST} of the last 30 days`}>
      <Answered answer={answer} lines={4}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty>No deliveries yet.</Empty>
          ) : (
            <DataTable
              caption="Deliveries"
              rows={deliveries}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'When',
                  isName: true,
                  cell: (one) => <RelativeTime at={one.created_at} />,
                },
                { title: 'Recipient', cell: ({ type, target }) => recipientWords(type, target) },
                {
                  title: 'Matches',
                  isNumber: true,
                  cell: ({ test, matches }) => (test ? 'Test' : formatCount(matches)),
                },
                { title: 'Status', cell: ({ status }) => deliveryState(status) },
                { title: 'Attempts', isNumber: true, cell: (one) => formatCount(one.attempts) },
                { title: 'Response', cell: answerWords },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}

const answerWords = ({ response_status: status, response_excerpt: excerpt, error }: Delivery) =>
  [error ?? status, excerpt].filter((part) => part !== null && part !== '').join(' ');
