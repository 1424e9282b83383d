// The operations on wallet profiles, their labels, and the import of wallets.
import { apiKey, type Route } from '../route.js';
import { object } from '../schema.js';
import { forgetAnswerSchema, forgetBodySchema, forgetProjectQuery, forgetQuery } from './forget.js';
import { importAnswerSchema, importBodySchema } from './import.js';
import { labelDeletionSchema, labelsAnswerSchema, labelsBodySchema } from './labels.js';
import { profileParamsSchema, profileQuerySchema, profileSchema, projectQuery } from './profile.js';
import {
  profileSearchAnswerSchema,
  profileSearchBodySchema,
  profileSearchQuerySchema,
} from './search.js';

const tag = 'Profiles';

export const profileRoutes = {
  searchProfiles: {
    method: 'POST',
    path: '/v0/profiles',
    tag,
    summary: 'Search wallet profiles.',
    credential: apiKey('profiles:read'),
    query: profileSearchQuerySchema,
    body: profileSearchBodySchema,
    bodyOptional: true,
    invalidCode: 'BAD_REQUEST',
    status: 200,
    answer: profileSearchAnswerSchema,
    errors: ['NOT_FOUND'],
  },
  getProfile: {
    method: 'GET',
    path: '/v0/profiles/{address}',
    tag,
    summary: 'One wallet profile.',
    credential: apiKey('profiles:read'),
    description:
      'Where the server takes payments, a caller without a key is asked for one: `X-PAYMENT` (x402, ' +
      'version 1) or `Authorization: Payment` (MPP).',
    payable: true,
    params: profileParamsSchema,
    query: profileQuerySchema,
    invalidCode: 'BAD_REQUEST',
    status: 200,
    answer: profileSchema,
    errors: ['PROFILE_NOT_FOUND'],
  },
  deleteProfile: {
    method: 'DELETE',
    path: '/v0/profiles/{address}',
    tag,
    summary: "Delete a wallet's data: events, profile and labels. Succeeds also if there are none.",
    description:
      'The deletion is permanent. Deleted events are not stored again if they are sent again; new events of the wallet are stored.',
    credential: apiKey('profiles:write'),
    params: profileParamsSchema,
    query: object(forgetQuery),
    invalidCode: 'BAD_REQUEST',
    status: 204,
    errors: ['NOT_FOUND'],
  },
  forgetPerson: {
    method: 'POST',
    path: '/v0/forget',
    tag,
    summary: "Delete one person's data, by address, anonymous id or user id.",
    credential: apiKey('profiles:write'),
    query: object(forgetProjectQuery),
    body: forgetBodySchema,
    status: 200,
    answer: forgetAnswerSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  upsertLabels: {
    method: 'POST',
    path: '/v0/profiles/{address}/labels',
    tag,
    summary: 'Write labels of a wallet.',
    description:
      'Of one tag and chain, the label with the latest `timestamp` counts: an older one is history.',
    credential: apiKey('profiles:write'),
    params: profileParamsSchema,
    query: object(projectQuery),
    body: labelsBodySchema,
    idempotent: true,
    status: 200,
    answer: labelsAnswerSchema,
    errors: ['BAD_REQUEST'],
  },
  deleteLabel: {
    method: 'DELETE',
    path: '/v0/profiles/{address}/labels',
    tag,
    summary: 'Delete a label of a wallet. Succeeds also if there is none.',
    credential: apiKey('profiles:write'),
    params: profileParamsSchema,
    query: object(projectQuery),
    body: labelDeletionSchema,
    idempotent: true,
    status: 204,
    errors: ['BAD_REQUEST'],
  },
  importWallets: {
    method: 'POST',
    path: '/v0/import',
    tag,
    summary: 'Import wallets into a project.',
    credential: apiKey('profiles:write'),
    body: importBodySchema,
    idempotent: true,
    status: 201,
    answer: importAnswerSchema,
    errors: ['BAD_REQUEST'],
  },
} as const satisfies Record<string, Route>;
