// The operations of the command line on a data folder, run by the server if one has the folder open, else
// offline.

import type { Delivery } from '../../protocol/alerts/delivery.js';
import { compile } from '../../protocol/check.js';
import { forgetFields } from '../../protocol/profiles/forget.js';
import { array, type Infer, object, optional, type Schema, string } from '../../protocol/schema.js';
import type { BackupFacts } from '../backup/backup.js';
import { DomainError } from '../errors/domain-error.js';
import type { ForgetAnswer, ForgetRequest } from '../forget/service.js';
import type { Project } from '../keys/inventory.js';
import type { KeysService } from '../keys/service.js';
import type { EnrichAnswer } from '../profiles/enrich.js';
import type { AppliedMigration } from './applied-migrations.js';

export interface AdminParts {
  readonly keys: KeysService;
  /** The applied migrations of both databases, oldest first. */
  readonly migrations: () => Promise<readonly AppliedMigration[]>;
  /** Forgets a person in one project, or in all of them. */
  readonly forget: (
    request: ForgetRequest & { readonly project?: string | undefined },
  ) => Promise<ForgetAnswer>;
  /** Deletes a project that never received anything. */
  readonly deleteProject: (id: string) => Promise<Project>;
  /** Sends a made-up match to each recipient of an alert. */
  readonly testAlert: (id: string) => Promise<readonly Delivery[]>;
  /** @param file absolute; newline-delimited JSON */
  readonly enrich: (file: string) => Promise<EnrichAnswer>;
  /** @param directory absolute; made if missing, else it must be empty */
  readonly backup: (directory: string) => Promise<BackupFacts>;
}

const name = string({ minLength: 1, maxLength: 200, pattern: '\\S' });
const id = string({ minLength: 1, maxLength: 200 });
const nothing = object({});

interface Operation<S extends Schema, T> {
  readonly params: S;
  run(parts: AdminParts, params: Infer<S>): Promise<T>;
}

const operation = <S extends Schema, T>(
  params: S,
  run: (parts: AdminParts, params: Infer<S>) => Promise<T>,
): Operation<S, T> => ({ params, run });

const operations = {
  'keys.create': operation(
    object({ name, scopes: array(string(), { maxItems: 100 }), workspace: optional(id) }),
    ({ keys }, wanted) => keys.createApiKey(wanted),
  ),
  'keys.list': operation(nothing, ({ keys }) => keys.apiKeys()),
  'keys.revoke': operation(object({ id }), ({ keys }, wanted) => keys.revokeApiKey(wanted.id)),
  'writekey.create': operation(object({ project: optional(id) }), ({ keys }, wanted) =>
    keys.createWriteKey(wanted),
  ),
  'writekey.list': operation(nothing, ({ keys }) => keys.writeKeys()),
  'writekey.revoke': operation(object({ id }), ({ keys }, wanted) =>
    keys.revokeWriteKey(wanted.id),
  ),
  'workspace.create': operation(object({ name }), ({ keys }, wanted) =>
    keys.createWorkspace(wanted),
  ),
  'workspace.list': operation(nothing, ({ keys }) => keys.workspaces()),
  'project.create': operation(object({ name, workspace: optional(id) }), ({ keys }, wanted) =>
    keys.createProject(wanted),
  ),
  'project.list': operation(nothing, ({ keys }) => keys.projects()),
  'project.rename': operation(object({ id, name }), ({ keys }, wanted) =>
    keys.renameProject(wanted),
  ),
  'project.delete': operation(object({ id }), ({ deleteProject }, wanted) =>
    deleteProject(wanted.id),
  ),
  'workspace.rename': operation(object({ id, name }), ({ keys }, wanted) =>
    keys.renameWorkspace(wanted),
  ),
  forget: operation(object({ ...forgetFields, project: optional(id) }), ({ forget }, wanted) =>
    forget(wanted),
  ),
  enrich: operation(object({ file: string({ minLength: 1 }) }), ({ enrich }, wanted) =>
    enrich(wanted.file),
  ),
  'alerts.test': operation(object({ id }), ({ testAlert }, wanted) => testAlert(wanted.id)),
  migrate: operation(nothing, ({ migrations }) => migrations()),
  backup: operation(object({ directory: string({ minLength: 1 }) }), ({ backup }, wanted) =>
    backup(wanted.directory),
  ),
} as const;

export type AdminOperation = keyof typeof operations;
export type AdminInput<O extends AdminOperation> = Infer<(typeof operations)[O]['params']>;
export type AdminOutput<O extends AdminOperation> = Awaited<
  ReturnType<(typeof operations)[O]['run']>
>;

/** Calls an operation, in the server or offline. It throws DomainErrors, or the error of an unforeseen failure. */
export interface Admin {
  call<O extends AdminOperation>(operation: O, params: AdminInput<O>): Promise<AdminOutput<O>>;
}

const isOperation = (text: string): text is AdminOperation => Object.hasOwn(operations, text);

/** Runs an operation by name, after checking its parameters. */
export async function runOperation(
  parts: AdminParts,
  called: string,
  params: unknown,
): Promise<unknown> {
  if (!isOperation(called)) {
    throw new DomainError(
      'BAD_REQUEST',
      `The running server does not know the operation "${called}". Use the chaintrail command of the same version as the server.`,
    );
  }
  const chosen: Operation<Schema, unknown> = operations[called] as Operation<Schema, unknown>;
  const [issue] = compile(chosen.params)(params);
  if (issue !== undefined) {
    throw new DomainError('BAD_REQUEST', `${issue.path || 'The request'} ${issue.message}.`);
  }
  return chosen.run(parts, params);
}
