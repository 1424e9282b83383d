// The operations on contracts.
import type { contractRoutes } from '../../protocol/contracts/routes.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { ContractsService } from './service.js';

export const contractsHandlers = (
  contracts: ContractsService,
): Pick<ApiHandlers, keyof typeof contractRoutes> => ({
  listContracts: ({ input, identity }) => contracts.list(identity, input.query),
  createContract: ({ input, identity }) =>
    contracts.create(identity, input.body, input.query.project_id),
  retrieveContract: ({ input, identity }) => contracts.retrieve(identity, named(input)),
  replaceContract: ({ input, identity }) => contracts.replace(identity, named(input), input.body),
  deleteContract: ({ input, identity }) => contracts.remove(identity, named(input)),
});

const named = ({
  params,
  query,
}: {
  readonly params: { readonly chain: string; readonly address: string };
  readonly query: { readonly project_id?: string | undefined };
}) => ({ ...params, projectId: query.project_id });
