// The operations that delete a person's data.
import type { ApiHandlers } from '../http/handlers.js';
import type { ProfilesService } from '../profiles/service.js';
import { readableProjects } from '../projects.js';
import type { ForgetService } from './service.js';

export interface ForgetHandlerParts {
  readonly forget: ForgetService;
  /** Turns a name into a wallet. */
  readonly profiles: Pick<ProfilesService, 'resolve'>;
}

export const forgetHandlers = ({
  forget,
  profiles,
}: ForgetHandlerParts): Pick<ApiHandlers, 'deleteProfile' | 'forgetPerson'> => ({
  async deleteProfile({ input: { params, query }, identity }) {
    const projectIds = readableProjects(query.project_id, identity.projectIds);
    const address = await profiles.resolve(params.address, projectIds);
    await forget.forget({ address, linked: query.linked }, projectIds);
    return undefined;
  },
  forgetPerson: ({ input: { query, body }, identity }) =>
    forget.forget(body, readableProjects(query.project_id, identity.projectIds)),
});
