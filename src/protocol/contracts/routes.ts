// The operations on contracts (API document, Contracts; decision N-04).
import { apiKey, type Route } from '../route.js';
import {
  contractListQuerySchema,
  contractListSchema,
  contractParamsSchema,
  contractQuerySchema,
  contractSchema,
  newContractSchema,
} from './contract.js';

const read = { tag: 'Contracts', credential: apiKey('contracts:read') } as const;
const write = {
  tag: 'Contracts',
  credential: apiKey('contracts:write'),
  idempotent: true,
} as const;

const contract = {
  path: '/v0/contracts/{chain}/{address}',
  params: contractParamsSchema,
  query: contractQuerySchema,
} as const;

export const contractRoutes = {
  listContracts: {
    ...read,
    method: 'GET',
    path: '/v0/contracts',
    summary: 'Contracts, the newest first.',
    query: contractListQuerySchema,
    status: 200,
    answer: contractListSchema,
  },
  createContract: {
    ...write,
    method: 'POST',
    path: '/v0/contracts',
    summary: 'Register a contract.',
    description:
      'Its logs become `decoded_log` events if the server has an RPC endpoint of its chain.',
    query: contractQuerySchema,
    body: newContractSchema,
    status: 201,
    answer: contractSchema,
    errors: ['BAD_REQUEST', 'INVALID_CHAIN_ID', 'NOT_FOUND', 'CONFLICT'],
  },
  retrieveContract: {
    ...read,
    ...contract,
    method: 'GET',
    summary: 'A contract.',
    status: 200,
    answer: contractSchema,
    errors: ['BAD_REQUEST', 'INVALID_CHAIN_ID', 'NOT_FOUND'],
  },
  replaceContract: {
    ...write,
    ...contract,
    method: 'PUT',
    summary: 'Replace a contract.',
    description:
      'If the events or the start block change, its logs are read again; each counts once.',
    body: newContractSchema,
    status: 200,
    answer: contractSchema,
    errors: ['BAD_REQUEST', 'INVALID_CHAIN_ID', 'NOT_FOUND'],
  },
  deleteContract: {
    ...write,
    ...contract,
    method: 'DELETE',
    summary: 'Delete a contract. Its events stay.',
    status: 204,
    errors: ['BAD_REQUEST', 'INVALID_CHAIN_ID', 'NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
