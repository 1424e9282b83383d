// The form that registers, changes or deletes a contract.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { Contract } from '../../../protocol/contracts/contract.js';
import { MAX_CONTRACT_EVENTS } from '../../../protocol/limits.js';
import { chainName } from '../../format/names.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Field, NameField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ProjectField } from '../../parts/project-field.js';
import { Restored } from '../../parts/restored.js';
import { type ContractDraft, contractOf, eventsOf, withAbi } from '../../state/contract-draft.js';
import { inProject } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useUnsaved } from '../../state/use-unsaved.js';
import { useWork } from '../../state/use-work.js';

export interface ContractDialogProps {
  readonly begin: ContractDraft;
  /** The contract to change; undefined for a new one. */
  readonly contract?: Contract | undefined;
  readonly onClose: () => void;
  readonly onWritten: () => void;
}

export function ContractDialog({ begin, contract, onClose, onWritten }: ContractDialogProps) {
  const { client } = useSession();
  const isNew = contract === undefined;
  const of = isNew ? '' : `${contract.project_id} ${contract.chain} ${contract.address}`;
  // The draft belongs to this version of the contract: restored over a newer one, it would undo changes of others.
  const name = `contract ${of} ${contract?.updated_at ?? ''}`;
  const { draft, setDraft, edit, isRestored, forget } = useUnsaved(name, begin);
  const work = useWork();
  const run = (write: () => Promise<unknown>) =>
    work.start(async () => {
      await write();
      forget();
      return onWritten;
    });
  const project = inProject(draft.project);

  return (
    <FormDialog
      title={isNew ? 'New contract' : 'Edit contract'}
      submit={isNew ? 'Register the contract' : 'Save the contract'}
      actions={
        !isNew && (
          <DeleteButton
            what="contract"
            isRunning={work.isRunning}
            onDelete={() =>
              run(async () => {
                const { chain, address } = contract;
                await client.contracts.delete({ chain, address, ...project });
              })
            }
          />
        )
      }
      notice={isRestored && <Restored onAnew={() => setDraft(begin)} />}
      work={work}
      onSubmit={() =>
        run(async () => {
          const { create, replace } = client.contracts;
          await (isNew ? create : replace)({ ...contractOf(draft), ...project });
        })
      }
      onClose={onClose}
    >
      <NameField value={draft.name} onType={(typed) => edit({ name: typed })} />
      {isNew && (
        <ProjectField
          value={draft.project}
          note="Its logs become events of this project."
          onChoose={(id) => edit({ project: id })}
        />
      )}
      {/* A contract is identified by its chain and address, so these cannot be changed. */}
      <TextField
        title="Chain id"
        note={chainName(draft.chain.trim())}
        value={draft.chain}
        isRequired
        isDisabled={!isNew}
        pattern="\s*[1-9]\d{0,14}\s*"
        onType={(chain) => edit({ chain })}
      />
      <TextField
        title="Address"
        value={draft.address}
        isRequired
        isDisabled={!isNew}
        pattern="\s*0x[0-9a-fA-F]{40}\s*"
        placeholder="0x"
        onType={(address) => edit({ address })}
      />
      <Field
        title="ABI"
        note="JSON from a block explorer or a compiler. The events alone are enough."
      >
        {(control) => (
          <textarea
            {...control}
            class="sql"
            value={draft.abi}
            required
            spellcheck={false}
            onInput={(event) => setDraft(withAbi(draft, event.currentTarget.value))}
          />
        )}
      </Field>
      <EventChoice draft={draft} onChoose={(events) => edit({ events })} />
      <TextField
        title="First block"
        note="Logs are read from this block on. Leave empty to start at the latest block."
        value={draft.startBlock}
        pattern="\s*\d{0,15}\s*"
        onType={(startBlock) => edit({ startBlock })}
      />
    </FormDialog>
  );
}

interface EventChoiceProps {
  readonly draft: ContractDraft;
  readonly onChoose: (events: readonly string[]) => void;
}

function EventChoice({ draft: { abi, events: chosen }, onChoose }: EventChoiceProps) {
  const events = useMemo(() => eventsOf(abi), [abi]);
  if (abi.trim() === '') return null;
  if (events === undefined) return <p class="note">This is not a valid JSON ABI.</p>;
  if (events.length === 0)
    return <p class="note">This ABI has no events, so there are no logs to read.</p>;
  const isFull = chosen.length >= MAX_CONTRACT_EVENTS;
  return (
    <fieldset class="field">
      <legend>Events to read (at most {MAX_CONTRACT_EVENTS})</legend>
      <div class="checks">
        {events.map(({ signature }) => {
          const isChosen = chosen.includes(signature);
          return (
            <label key={signature} class="check">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isFull && !isChosen}
                onChange={() =>
                  onChoose(
                    isChosen ? chosen.filter((one) => one !== signature) : [...chosen, signature],
                  )
                }
              />
              <span class="mono">{signature}</span>
            </label>
          );
        })}
      </div>
      {chosen.length === 0 && <p class="note">No events are selected, so nothing is read.</p>}
    </fieldset>
  );
}
