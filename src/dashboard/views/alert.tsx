// The page of an alert: what it looks for, whom it notifies, its latest deliveries, and the forms that change it.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Alert } from '../../protocol/alerts/alert.js';
import { alertFilterWords, recipientsWords, TRIGGERS } from '../format/alert-words.js';
import type { Named } from '../format/named.js';
import { Chips } from '../parts/chips.js';
import { Icon } from '../parts/icon.js';
import { Answered, Panel } from '../parts/panel.js';
import { Problem } from '../parts/problem.js';
import { ViewHead } from '../parts/view-head.js';
import { alertDraftOf } from '../state/alert-draft.js';
import { useMay, useProjectName } from '../state/key.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { useSegments } from '../state/use-segments.js';
import { useWindowTitle } from '../state/use-window-title.js';
import { useWork } from '../state/use-work.js';
import { AlertDialog } from './alert/alert-dialog.js';
import { AlertStatus } from './alert/alert-status.js';
import { DeliveriesPanel } from './alert/deliveries-panel.js';

export function AlertPage({ id }: { readonly id: string }) {
  const { client } = useSession();
  const { key, renew } = useScope();
  const { hrefTo, go } = useNavigation();
  const mayWrite = useMay('alerts:write');
  const segments = useSegments();
  /** The alert as it was when its form was opened: renewed answers must not change the form. */
  const [edited, setEdited] = useState<Alert>();
  const work = useWork();
  const answer = useAnswer(`${id} ${key}`, async (signal) => {
    return (await client.alerts.retrieve(id, { signal })) as Alert;
  });
  const alert = answer.data;
  useWindowTitle(alert?.name);
  const change = (run: () => Promise<unknown>) =>
    work.start(async () => {
      await run();
      return renew;
    });
  return (
    <>
      <a class="back" href={hrefTo({ view: 'alerts' })}>
        <Icon name="back" />
        Alerts
      </a>
      <ViewHead title={alert?.name || 'Alert'}>
        {mayWrite && alert !== undefined && (
          <>
            <button
              type="button"
              class="button"
              disabled={alert.recipient.length === 0}
              aria-disabled={work.isRunning}
              onClick={() => change(() => client.alerts.test(id))}
            >
              Send a test
            </button>
            <PauseButton
              status={alert.status}
              isRunning={work.isRunning}
              onSet={(status) => change(() => client.alerts.update(id, { status }))}
            />
            <button type="button" class="button" onClick={() => setEdited(alert)}>
              <Icon name="edit" />
              Edit
            </button>
          </>
        )}
      </ViewHead>
      {work.error !== undefined && <Problem error={work.error} />}
      <div class="grid">
        <Panel title="Conditions" span={6}>
          <Answered answer={answer} lines={3}>
            {(one) => <LooksFor alert={one} segments={segments} />}
          </Answered>
        </Panel>
        <Panel title="Recipients" span={6}>
          <Answered answer={answer} lines={3}>
            {(one) => <Tells alert={one} />}
          </Answered>
        </Panel>
        {alert !== undefined && <DeliveriesPanel alertId={id} />}
      </div>
      {edited !== undefined && (
        <AlertDialog
          begin={alertDraftOf(edited)}
          alert={edited}
          segments={segments}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            renew();
          }}
          onDeleted={() => go({ view: 'alerts' })}
        />
      )}
    </>
  );
}

interface PauseButtonProps {
  readonly status: Alert['status'];
  readonly isRunning: boolean;
  readonly onSet: (status: Alert['status']) => void;
}

const PauseButton = ({ status, isRunning, onSet }: PauseButtonProps) => {
  const isActive = status === 'active';
  return (
    <button
      type="button"
      class="button"
      aria-disabled={isRunning}
      onClick={() => onSet(isActive ? 'inactive' : 'active')}
    >
      <Icon name={isActive ? 'pause' : 'play'} />
      {isActive ? 'Pause' : 'Resume'}
    </button>
  );
};

interface LooksForProps {
  readonly alert: Alert;
  readonly segments: readonly Named[];
}

function LooksFor({ alert, segments }: LooksForProps) {
  const { trigger_type: trigger, trigger_filters: filters, status, project_id: project } = alert;
  const projectName = useProjectName()(project);
  return (
    <>
      <p>
        <AlertStatus status={status} /> {TRIGGERS[trigger]}
        {projectName !== undefined && ` of ${projectName}`} that match all of these conditions:
      </p>
      <Chips
        label="Conditions"
        words={filters.map((one) => alertFilterWords(one, trigger, segments))}
      />
    </>
  );
}

function Tells({ alert: { recipient, has_secret: isSigned } }: { readonly alert: Alert }) {
  const words = recipientsWords(recipient);
  if (words.length === 0) return <p class="note">No recipients: nobody is notified.</p>;
  return (
    <>
      <Chips label="Recipients" words={words} />
      {recipient.some(({ type }) => type === 'webhook') && (
        <p class="note">
          Webhooks are {isSigned ? 'signed with the secret of this alert' : 'not signed'}.
        </p>
      )}
    </>
  );
}
