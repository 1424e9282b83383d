// What a wallet did, newest first.
/** @jsxImportSource preact */
import { EventList } from '../../parts/event-list.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { readWalletEvents } from '../../state/events.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';

const SHOWN = 100;

export function HistoryPanel({ address }: { readonly address: string }) {
  const { client } = useSession();
  const { key } = useScope();
  const answer = useAnswer(`${address} ${key}`, (signal) =>
    readWalletEvents(client, { address, limit: SHOWN }, { signal }),
  );
  return (
    <Panel title="History" note={`Its newest events, ${SHOWN} at most`} span={8}>
      <Answered answer={answer} lines={12}>
        {(events) =>
          events.length === 0 ? (
            <Empty>No events. It was imported or labelled, and did not come yet.</Empty>
          ) : (
            <EventList events={events} isOneWallet />
          )
        }
      </Answered>
    </Panel>
  );
}
