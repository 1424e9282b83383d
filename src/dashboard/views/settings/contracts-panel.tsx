// The contracts whose logs become events, with how far they were read, and the button that registers another one.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import type { Contract } from '../../../protocol/contracts/contract.js';
import { chainName, shorten } from '../../format/names.js';
import { formatCount } from '../../format/numbers.js';
import { AddButton } from '../../parts/add-button.js';
import { DataTable } from '../../parts/data-table.js';
import { NoneYet } from '../../parts/none-yet.js';
import { Answered, Panel } from '../../parts/panel.js';
import { contractDraftOf, newContract } from '../../state/contract-draft.js';
import { useMay, useProjectName, useProjects } from '../../state/key.js';
import { useScope } from '../../state/scope.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNewProject } from '../../state/use-new-project.js';
import { readWhole } from '../../state/whole-list.js';
import { ContractDialog } from './contract-dialog.js';

/** Nothing to a key that may not ask for them, as the panel of the key says. */
export const ContractsPanel = () => (useMay('contracts:read', false) ? <Contracts /> : null);

function Contracts() {
  const { client } = useSession();
  const { key, renew } = useScope();
  const mayWrite = useMay('contracts:write');
  const newProject = useNewProject();
  /** The contract in the open form, as of when that was opened; null for a new one. */
  const [opened, setOpened] = useState<Contract | null>();
  const answer = useAnswer(`contracts ${key}`, async (signal) => {
    const contracts = await readWhole(client.contracts.list, signal);
    return contracts as readonly Contract[];
  });
  return (
    <Panel
      title="Contracts"
      note="Logs on the chain are recorded as events of the wallets that caused them"
      actions={mayWrite && <AddButton onAdd={() => setOpened(null)}>New contract</AddButton>}
    >
      <Answered answer={answer} lines={2}>
        {(contracts) =>
          contracts.length === 0 ? (
            <NoContracts />
          ) : (
            <ContractTable contracts={contracts} {...(mayWrite && { onEdit: setOpened })} />
          )
        }
      </Answered>
      {opened !== undefined && (
        <ContractDialog
          begin={opened === null ? newContract(newProject) : contractDraftOf(opened)}
          contract={opened ?? undefined}
          onClose={() => setOpened(undefined)}
          onWritten={() => {
            setOpened(undefined);
            renew();
          }}
        />
      )}
    </Panel>
  );
}

interface ContractTableProps {
  readonly contracts: readonly Contract[];
  /** Opens the form of a contract; undefined when the key may not change contracts. */
  readonly onEdit?: (contract: Contract) => void;
}

function ContractTable({ contracts, onEdit }: ContractTableProps) {
  const hasProjects = useProjects().length > 1;
  const projectName = useProjectName();
  return (
    <DataTable
      caption="Contracts"
      rows={contracts}
      keyOf={({ project_id, chain, address }) => `${project_id} ${chain} ${address}`}
      columns={[
        {
          title: 'Contract',
          isName: true,
          cell: ({ name, address }) => (
            <>
              {name} <span class="note mono">{shorten(address)}</span>
            </>
          ),
        },
        ...(hasProjects
          ? [{ title: 'Project', cell: (one: Contract) => projectName(one.project_id) }]
          : []),
        { title: 'Chain', cell: ({ chain }) => chainName(String(chain)) },
        {
          title: 'Events',
          cell: ({ events }) => events.map(({ name }) => name).join(', ') || 'None',
        },
        { title: 'Progress', cell: readWords },
        ...(onEdit === undefined
          ? []
          : [
              {
                title: 'Actions',
                cell: (one: Contract) => (
                  <button type="button" class="as-link" onClick={() => onEdit(one)}>
                    Edit<span class="hidden"> the contract {one.name}</span>
                  </button>
                ),
              },
            ]),
      ]}
    />
  );
}

const readWords = ({ read_to_block: block, read_error: error }: Contract): string =>
  [block === null ? 'Not started' : `Up to block ${formatCount(block)}`, error]
    .filter((part) => part !== null)
    .join('. ');

const NoContracts = () => (
  <NoneYet
    what="contracts"
    scope="contracts:write"
    purpose="Register a contract to use its events in funnels, from a page view to the chain."
  >
    See <a href="/docs/asking#contracts">Contracts</a> in the docs.
  </NoneYet>
);
