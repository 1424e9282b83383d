// `client.contracts`.
import type { NewContract } from '../../protocol/contracts/contract.js';
import type { Contract, RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { Operations, QueryOf, Sent } from '../operations.js';
import type { CallOptions } from '../options.js';
import { byPage, type PagedCall, pagedCall } from '../pages.js';

type ContractList = QueryOf<'listContracts'>;
/** A new one, or one that was answered, with changes. */
type WholeContract = Sent<NewContract> | Contract;

/** Names one contract, with its project where several projects of the workspace have it. */
type ContractPlace = {
  readonly chain: number;
  readonly address: string;
} & QueryOf<'createContract'>;

const ADDRESS = '/v0/contracts/{chain}/{address}';

const inputOf = ({ chain, address, project_id }: ContractPlace) => ({
  params: { chain: String(chain), address },
  query: { project_id },
});

export const createContracts = ({ call, write }: Operations) => ({
  list: (
    query: ContractList = {},
    options?: CallOptions,
  ): PagedCall<Contract, RouteAnswer<'listContracts'>> =>
    pagedCall(
      (asked: ContractList, rest) => call('GET /v0/contracts', { query: asked }, rest),
      [query, options],
      byPage(),
    ),
  create: (
    { project_id, ...body }: Sent<NewContract> & QueryOf<'createContract'>,
    options?: CallOptions,
  ): ApiCall<Contract> => write('POST /v0/contracts', { query: { project_id }, body }, options),
  retrieve: (place: ContractPlace, options?: CallOptions): ApiCall<Contract> =>
    call(`GET ${ADDRESS}`, inputOf(place), options),
  /** Chain and address stay as they are: they name the contract. */
  replace: (
    { project_id, ...contract }: WholeContract & QueryOf<'createContract'>,
    options?: CallOptions,
  ): ApiCall<Contract> => {
    const body = contract as Sent<NewContract>;
    return write(`PUT ${ADDRESS}`, { ...inputOf({ ...body, project_id }), body }, options);
  },
  delete: (place: ContractPlace, options?: CallOptions): ApiCall<void> =>
    write(`DELETE ${ADDRESS}`, inputOf(place), options),
});

export type Contracts = ReturnType<typeof createContracts>;
