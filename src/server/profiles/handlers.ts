// The operations on profiles, labels and imports.

import { DomainError } from '../errors/domain-error.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { WorkspaceIdentity } from '../keys/api-keys.js';
import type { WriteKeys } from '../keys/write-keys.js';
import { writableProject } from '../projects.js';
import type { LabelledWallet, LabelsService } from './labels.js';
import type { ProfilesService } from './service.js';

export interface ProfilesHandlerParts {
  readonly profiles: ProfilesService;
  readonly labels: LabelsService;
  readonly writeKeys: WriteKeys;
}

type ProfilesOperation =
  | 'searchProfiles'
  | 'getProfile'
  | 'upsertLabels'
  | 'deleteLabel'
  | 'importWallets';

export function profilesHandlers(
  parts: ProfilesHandlerParts,
): Pick<ApiHandlers, ProfilesOperation> {
  const { profiles, labels, writeKeys } = parts;
  const place = async (
    address: string,
    wanted: string | undefined,
    { projectIds }: WorkspaceIdentity,
  ): Promise<LabelledWallet> => ({
    projectId: writableProject(wanted, projectIds),
    wallet: await profiles.resolve(address, projectIds),
  });
  return {
    searchProfiles: ({ input, identity }) =>
      profiles.search(input.query, input.body, identity.projectIds),
    getProfile: ({ input, identity }) =>
      profiles.get(input.params.address, input.query, identity.projectIds),
    async upsertLabels({ input: { params, query, body }, identity }) {
      return labels.upsert(await place(params.address, query.project_id, identity), body);
    },
    async deleteLabel({ input: { params, query, body }, identity }) {
      await labels.remove(await place(params.address, query.project_id, identity), body);
      return undefined;
    },
    async importWallets({ input: { body }, identity }) {
      const projectId = await projectOf(writeKeys, body.writeKey, identity);
      return labels.importWallets(projectId, body.addresses);
    },
  };
}

/** @throws {DomainError} BAD_REQUEST for a write key that is of no project of this workspace */
async function projectOf(
  writeKeys: WriteKeys,
  token: string,
  { projectIds }: WorkspaceIdentity,
): Promise<string> {
  const sender = await writeKeys.identify(token).catch((error) => {
    if (error instanceof DomainError && error.code === 'UNAUTHORIZED') return undefined;
    throw error;
  });
  if (sender !== undefined && projectIds.includes(sender.projectId)) return sender.projectId;
  throw new DomainError(
    'BAD_REQUEST',
    'body.writeKey must be a write key of a project of this workspace that is not revoked.',
    { param: 'body.writeKey' },
  );
}
