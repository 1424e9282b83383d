// The rules of contracts, between the handlers and the SQL.
import type { Contract, NewContract } from '../../protocol/contracts/contract.js';
import type { PageQuery } from '../../protocol/lists.js';
import { DomainError } from '../errors/domain-error.js';
import { invalidFields } from '../errors/invalid-fields.js';
import { requireFound } from '../errors/require-found.js';
import { isEvmAddress, spellAddress } from '../evm-address.js';
import { createId, type WorkspaceIdentity } from '../keys/api-keys.js';
import { type Listed, listPage } from '../list-page.js';
import { readableProjects, writableProject } from '../projects.js';
import { readContractEvents } from './read-abi.js';
import type { ContractContent, ContractRow, ContractsStore } from './store.js';

type Owner = Pick<WorkspaceIdentity, 'projectIds'>;

/** Identifies a contract by its path, and by the project if several have it. */
export interface NamedContract {
  readonly chain: string;
  readonly address: string;
  readonly projectId?: string | undefined;
}

export interface ContractsService {
  list(
    owner: Owner,
    query: PageQuery & { project_id?: string | undefined },
  ): Promise<Listed<Contract>>;
  create(owner: Owner, contract: NewContract, projectId?: string | undefined): Promise<Contract>;
  retrieve(owner: Owner, named: NamedContract): Promise<Contract>;
  replace(owner: Owner, named: NamedContract, contract: NewContract): Promise<Contract>;
  remove(owner: Owner, named: NamedContract): Promise<void>;
}

export interface ContractsParts {
  readonly store: ContractsStore;
  readonly isSupported: (chainId: number) => boolean;
  /** Whether this server reads logs of the chain. */
  readonly isRead: (chainId: number) => boolean;
  /** Called when there may be logs to read. */
  readonly onChange: (chainId: number) => void;
}

export function createContractsService(parts: ContractsParts): ContractsService {
  const { store, isSupported, isRead, onChange } = parts;
  const toContract = (row: ContractRow): Contract => contractOf(row, isRead(row.chain_id));

  const requireSupported = (chainId: number, param: string): void => {
    if (isSupported(chainId)) return;
    if (!isChainId(chainId)) throw noChain(param, String(chainId));
    throw new DomainError(
      'INVALID_CHAIN_ID',
      `${param} ${chainId} is not an EVM chain that this server supports. Set RPC_URL_${chainId} on the server to add it.`,
      { param },
    );
  };
  const find = async ({ projectIds }: Owner, named: NamedContract): Promise<ContractRow> => {
    const { chain, address, projectId } = named;
    const chainId = chainOf(chain);
    const wallet = addressOf(address, 'params.address');
    const projects = readableProjects(projectId, projectIds);
    const [row, ...others] = await store.find({ projects, chainId, address: wallet });
    if (others.length === 0) return requireFound(row, `contract ${address} on chain ${chain}`);
    const message = 'is required, because several projects of the workspace have this contract';
    throw invalidFields('BAD_REQUEST', [['query.project_id', message]]);
  };

  return {
    list: ({ projectIds }, { project_id, ...query }) =>
      listPage(query, async (window) => {
        const { rows, total } = await store.list(readableProjects(project_id, projectIds), window);
        return { rows: rows.map(toContract), total };
      }),
    async create({ projectIds }, contract, projectId) {
      const { chain } = contract;
      requireSupported(chain, 'body.chain');
      const address = addressOf(contract.address, 'body.address');
      const content = toContent(contract);
      const row = await store.insert({
        id: createId('ctr'),
        project_id: writableProject(projectId, projectIds),
        chain_id: chain,
        address,
        ...content,
      });
      if (row === undefined) {
        throw new DomainError(
          'CONFLICT',
          `The project already has the contract ${contract.address} on chain ${chain}. Change it with PUT.`,
        );
      }
      onChange(chain);
      return toContract(row);
    },
    retrieve: async (owner, named) => toContract(await find(owner, named)),
    async replace(owner, named, contract) {
      const chainId = chainOf(named.chain);
      requireSupported(chainId, 'params.chain');
      requireAgreement('chain', chainId === contract.chain);
      requireAgreement(
        'address',
        addressOf(named.address, 'params.address') === addressOf(contract.address, 'body.address'),
      );
      const content = toContent(contract);
      const { id, address, chain_id } = await find(owner, named);
      const row = await store.replace(id, content);
      onChange(chain_id);
      return toContract(requireFound(row, `contract ${address} on chain ${chain_id}`));
    },
    async remove(owner, named) {
      const { id, address, chain_id } = await find(owner, named);
      const isRemoved = await store.remove(id);
      requireFound(isRemoved || undefined, `contract ${address} on chain ${chain_id}`);
    },
  };
}

const toContent = (contract: NewContract): ContractContent => ({
  name: contract.name,
  abi: contract.abi,
  events: readContractEvents(contract),
  start_block: contract.start_block ?? null,
});

const contractOf = (row: ContractRow, isRead: boolean): Contract => ({
  project_id: row.project_id,
  name: row.name,
  chain: row.chain_id,
  address: spellAddress(row.address),
  abi: row.abi,
  events: row.events,
  ...(row.start_block === null ? {} : { start_block: row.start_block }),
  // With 0 as the next block, none has been read.
  read_to_block: row.next_block === null || row.next_block === 0 ? null : row.next_block - 1,
  read_error: isRead
    ? row.read_error
    : `No RPC_URL_${row.chain_id} is set on the server: its logs are not read.`,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

function chainOf(text: string): number {
  const chainId = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (isChainId(chainId)) return chainId;
  throw noChain('params.chain', `"${text.slice(0, 100)}"`);
}

const isChainId = (value: number): boolean => value > 0 && Number.isSafeInteger(value);

const noChain = (param: string, shown: string): DomainError =>
  new DomainError(
    'INVALID_CHAIN_ID',
    `${param} must be an EVM chain id, such as 1; it is ${shown}.`,
    { param },
  );

/** The address as it is stored: in lower case. */
function addressOf(text: string, param: string): string {
  if (isEvmAddress(text)) return text.toLowerCase();
  const message = `must be an EVM address: 0x and 40 hexadecimal digits; it is "${text.slice(0, 100)}"`;
  throw invalidFields('BAD_REQUEST', [[param, message]]);
}

function requireAgreement(name: 'chain' | 'address', agrees: boolean): void {
  if (agrees) return;
  throw invalidFields('BAD_REQUEST', [
    [`body.${name}`, `must be the same as the ${name} in the path`],
  ]);
}
