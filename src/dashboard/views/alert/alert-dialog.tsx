// The form that creates or changes an alert: what it looks for, and whom it notifies.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Alert } from '../../../protocol/alerts/alert.js';
import { TRIGGERS } from '../../format/alert-words.js';
import { namedOf, withChosen } from '../../format/named.js';
import { ConditionRows } from '../../parts/condition-rows.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Field, NameField, SelectField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import {
  ALERT_FIELDS,
  type AlertDraft,
  alertOf,
  changeOf,
  filterOf,
  rowOf,
} from '../../state/alert-draft.js';
import { inProject } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import type { SegmentChoice } from '../../state/use-segments.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';
import { RecipientRows } from './recipient-rows.js';

export interface AlertDialogProps {
  readonly begin: AlertDraft;
  /** The alert to change; undefined for a new one. */
  readonly alert?: Alert | undefined;
  readonly segments: readonly SegmentChoice[];
  readonly onClose: () => void;
  /** Called with the alert's id. */
  readonly onSaved: (id: string) => void;
  readonly onDeleted?: () => void;
}

export function AlertDialog(props: AlertDialogProps) {
  const { begin, alert, segments, onClose, onSaved, onDeleted = onClose } = props;
  const { client } = useSession();
  // The draft belongs to this version of the alert: restored over a newer one, it would undo changes of others.
  const name = `alert ${alert?.id ?? ''} ${alert?.updated_at ?? ''}`;
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(name, begin);
  // Not part of the draft: a secret must not be kept in the tab's storage.
  const [secret, setSecret] = useState('');
  const [isUnsigned, setUnsigned] = useState(false);
  const work = useWork();

  const saved = async (): Promise<string> => {
    if (alert === undefined) {
      const body = { ...alertOf(draft, secret), ...inProject(draft.project) };
      return (await client.alerts.create(body)).id;
    }
    const change = changeOf(draft, alert, isUnsigned ? null : secret || undefined);
    if (change !== undefined) await client.alerts.update(alert.id, change);
    return alert.id;
  };
  const save = () =>
    work.start(async () => {
      const id = await saved();
      // Outside of the returned function, which is skipped when the form was closed meanwhile: the draft of an alert
      // that exists must not be restored and saved again.
      forget();
      return () => onSaved(id);
    });
  const remove = (id: string) =>
    work.start(async () => {
      await client.alerts.delete(id);
      forget();
      return onDeleted;
    });

  return (
    <FormDialog
      title={alert === undefined ? 'New alert' : 'Edit alert'}
      submit={alert === undefined ? 'Create the alert' : 'Save the alert'}
      actions={
        alert !== undefined && (
          <DeleteButton what="alert" isRunning={work.isRunning} onDelete={() => remove(alert.id)} />
        )
      }
      notice={isRestored && <Restored onAnew={() => setDraft(begin)} />}
      work={work}
      onSubmit={save}
      onClose={onClose}
    >
      <NameField value={draft.name} onType={(name) => edit({ name })} />
      {alert === undefined && (
        <ProjectField
          value={draft.project}
          note="The alert watches the events and wallets of this project."
          // A segment belongs to one project, so that the chosen one may not fit.
          onChoose={(project) => edit({ project, segment: '' })}
        />
      )}
      <SelectField
        title="Notify about"
        note={NOTES[draft.trigger]}
        value={draft.trigger}
        choices={namedOf(TRIGGERS)}
        onChoose={(trigger) => edit({ trigger })}
      />
      <FilterFields draft={draft} segments={segments} onChange={edit} />
      <fieldset class="field">
        <legend>Recipients</legend>
        <RecipientRows
          recipients={draft.recipients}
          onChange={(recipients) => edit({ recipients })}
        />
      </fieldset>
      <SecretField
        value={secret}
        has={alert?.has_secret ?? false}
        isRemoved={isUnsigned}
        onType={setSecret}
        onRemove={setUnsigned}
      />
    </FormDialog>
  );
}

const NOTES = {
  event: 'Notifies once for each new event that matches all conditions.',
  user: 'Notifies about active wallets that match all conditions, at most once a day for each.',
} as const;

interface FilterFieldsProps {
  readonly draft: AlertDraft;
  readonly segments: readonly SegmentChoice[];
  readonly onChange: (change: Partial<AlertDraft>) => void;
}

function FilterFields({ draft, segments, onChange }: FilterFieldsProps) {
  const { trigger, segment, filters, project } = draft;
  const own = segments.filter((one) => project === '' || one.project === project);
  const filtersNow = filters[trigger];
  const rows = filtersNow.map(rowOf);
  const choices = withChosen([{ value: '', name: 'Any' }, ...own], segment);
  return (
    <>
      {trigger === 'user' && choices.length > 1 && (
        <SelectField
          title="Segment"
          value={segment}
          choices={choices}
          onChoose={(chosen) => onChange({ segment: chosen })}
        />
      )}
      <fieldset class="field">
        <legend>Conditions</legend>
        <ConditionRows
          of="the alert"
          conditions={rows}
          fields={ALERT_FIELDS[trigger]}
          onChange={(next) =>
            onChange({
              filters: {
                ...filters,
                // Rows that were not changed keep their filter exactly: the form could write it in another way.
                [trigger]: next.map(
                  (row) => filtersNow[rows.indexOf(row)] ?? filterOf(row, trigger),
                ),
              },
            })
          }
        />
      </fieldset>
    </>
  );
}

interface SecretFieldProps {
  readonly value: string;
  /** Whether the alert has a secret. The API never tells the secret itself. */
  readonly has: boolean;
  readonly isRemoved: boolean;
  readonly onType: (value: string) => void;
  readonly onRemove: (isRemoved: boolean) => void;
}

function SecretField({ value, has, isRemoved, onType, onRemove }: SecretFieldProps) {
  const note = has
    ? 'Webhooks are signed with a secret. Leave empty to keep it.'
    : 'Signs webhooks, so that the receiver can verify them. It is not shown again.';
  return (
    <>
      <Field title={has ? 'New secret' : 'Secret'} note={note}>
        {(control) => (
          <input
            {...control}
            type="password"
            value={value}
            maxLength={256}
            disabled={isRemoved}
            autocomplete="new-password"
            onInput={(event) => onType(event.currentTarget.value)}
          />
        )}
      </Field>
      {has && (
        <label class="check">
          <input
            type="checkbox"
            checked={isRemoved}
            onChange={(event) => onRemove(event.currentTarget.checked)}
          />
          Stop signing webhooks
        </label>
      )}
    </>
  );
}
