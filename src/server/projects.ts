// Which projects of a workspace a request is about. A key belongs to a workspace, not to a project.
import { DomainError } from './errors/domain-error.js';
import { invalidFields } from './errors/invalid-fields.js';

/**
 * Resolves which projects to read: all of the workspace, or the one that is named.
 *
 * @throws {DomainError} NOT_FOUND, the same for a project of another workspace as for one that does not exist
 */
export function readableProjects(
  wanted: string | undefined,
  projectIds: readonly string[],
): readonly string[] {
  if (wanted === undefined) return projectIds;
  if (projectIds.includes(wanted)) return [wanted];
  throw new DomainError('NOT_FOUND', `There is no project "${wanted}" in this workspace.`, {
    param: 'query.project_id',
  });
}

/**
 * Resolves which project to write to: the one that is named, or the workspace's only one.
 *
 * @throws {DomainError} NOT_FOUND; BAD_REQUEST when there are several and none is named
 */
export function writableProject(wanted: string | undefined, projectIds: readonly string[]): string {
  const [only, ...others] = readableProjects(wanted, projectIds);
  if (only !== undefined && others.length === 0) return only;
  const message =
    only === undefined
      ? 'cannot be chosen: the workspace has no project. Make one first'
      : `is required, because the workspace has several projects: ${projectIds.join(', ')}`;
  throw invalidFields('BAD_REQUEST', [['query.project_id', message]]);
}
