// The list of the workspace's alerts, and the button that opens the form for a new one.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Alert } from '../../protocol/alerts/alert.js';
import { alertFilterWords, recipientsWords, TRIGGERS } from '../format/alert-words.js';
import { AddButton } from '../parts/add-button.js';
import { DataTable } from '../parts/data-table.js';
import { NoneYet } from '../parts/none-yet.js';
import { Answered } from '../parts/panel.js';
import { RelativeTime } from '../parts/relative-time.js';
import { ViewHead } from '../parts/view-head.js';
import { newAlert } from '../state/alert-draft.js';
import { useMay, useProjectName, useProjects } from '../state/key.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNewProject } from '../state/use-new-project.js';
import { useNavigation } from '../state/use-place.js';
import { useSegments } from '../state/use-segments.js';
import { readWhole } from '../state/whole-list.js';
import { AlertDialog } from './alert/alert-dialog.js';
import { AlertStatus } from './alert/alert-status.js';

export function Alerts() {
  const { client } = useSession();
  const { key } = useScope();
  const { hrefTo, go } = useNavigation();
  const mayWrite = useMay('alerts:write');
  const projects = useProjects();
  const newProject = useNewProject();
  const projectName = useProjectName();
  const segments = useSegments();
  const [isMaking, setMaking] = useState(false);
  const answer = useAnswer(key, async (signal) => {
    const alerts = await readWhole(client.alerts.list, signal);
    return alerts as readonly Alert[];
  });
  return (
    <>
      <ViewHead title="Alerts" note="Notifications about events and wallets">
        {mayWrite && <AddButton onAdd={() => setMaking(true)}>New alert</AddButton>}
      </ViewHead>
      <section class="panel" aria-label="Alerts">
        <Answered answer={answer} lines={6}>
          {(alerts) =>
            alerts.length === 0 ? (
              <NoAlerts />
            ) : (
              <DataTable
                caption="Alerts"
                rows={alerts}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: 'Alert',
                    isName: true,
                    cell: ({ id, name, trigger_type: trigger, trigger_filters: filters }) => (
                      <>
                        <a href={hrefTo({ view: 'alerts', id })}>{name}</a>
                        <span class="note">
                          {filters
                            .map((one) => alertFilterWords(one, trigger, segments))
                            .join(', and ')}
                        </span>
                      </>
                    ),
                  },
                  ...(projects.length > 1
                    ? [{ title: 'Project', cell: (one: Alert) => projectName(one.project_id) }]
                    : []),
                  { title: 'Trigger', cell: (one) => TRIGGERS[one.trigger_type] },
                  {
                    title: 'Recipients',
                    cell: (one) => recipientsWords(one.recipient).join(', ') || 'None',
                  },
                  { title: 'Status', cell: ({ status }) => <AlertStatus status={status} /> },
                  { title: 'Created', cell: (one) => <RelativeTime at={one.created_at} /> },
                ]}
              />
            )
          }
        </Answered>
      </section>
      {isMaking && (
        <AlertDialog
          begin={newAlert(newProject)}
          segments={segments}
          onClose={() => setMaking(false)}
          onSaved={(id) => go({ view: 'alerts', id })}
        />
      )}
    </>
  );
}

const NoAlerts = () => (
  <NoneYet
    what="alerts"
    scope="alerts:write"
    purpose="An alert notifies a webhook, Slack or an email address about new events, or about active wallets, that match its conditions."
  >
    See <a href="/docs/asking#alerts">Alerts</a> in the docs.
  </NoneYet>
);
