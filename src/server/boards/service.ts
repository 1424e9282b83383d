// The rules of boards, between the handlers and the SQL.
import { randomBytes } from 'node:crypto';
import type { Board, BoardChange, NewBoard } from '../../protocol/boards/board.js';
import type { PageQuery } from '../../protocol/lists.js';
import { DomainError } from '../errors/domain-error.js';
import { type FieldFault, invalidFields } from '../errors/invalid-fields.js';
import { requireFound } from '../errors/require-found.js';
import { createId, type WorkspaceIdentity } from '../keys/api-keys.js';
import { type Listed, listPage } from '../list-page.js';
import { readableProjects, writableProject } from '../projects.js';
import type { BoardRow, BoardsStore } from './store.js';

type Owner = Pick<WorkspaceIdentity, 'projectIds'>;

export interface BoardsService {
  list(
    owner: Owner,
    query: PageQuery & { project_id?: string | undefined },
  ): Promise<Listed<Board>>;
  create(owner: Owner, board: NewBoard, projectId?: string | undefined): Promise<Board>;
  retrieve(owner: Owner, id: string): Promise<Board>;
  /** Finds an enabled board by its public id, for anybody who knows that. */
  retrievePublic(publicId: string): Promise<Board>;
  update(owner: Owner, id: string, change: BoardChange): Promise<Board>;
  remove(owner: Owner, id: string): Promise<void>;
}

/** The path of boards that are read without a key. */
export const PUBLIC_BOARDS_PATH = '/public/boards';
export const PUBLIC_BOARD = 'public board at this address';

const toBoard = ({ public_id, ...row }: BoardRow): Board => ({
  ...row,
  public_path: row.enabled ? `${PUBLIC_BOARDS_PATH}/${public_id}` : null,
});

/**
 * The value of the two flags, which are synonyms (decision N-20).
 *
 * @throws {DomainError} BAD_REQUEST when they differ: a guess might make a board public
 */
function readFlags({ isPublic, enabled }: Pick<BoardChange, 'isPublic' | 'enabled'>) {
  if (isPublic === undefined || enabled === undefined || isPublic === enabled) {
    return isPublic ?? enabled;
  }
  throw invalidFields('BAD_REQUEST', [
    ['body.isPublic', 'must be the same as body.enabled, or left out'],
    ['body.enabled', 'must be the same as body.isPublic, or left out'],
  ]);
}

/** @throws {DomainError} BAD_REQUEST when an id is not a chart of the board, or is repeated */
function checkOrder(order: readonly string[], charts: readonly string[]): void {
  const faults = order.flatMap((id, at): FieldFault[] => {
    const path = `body.chart_order.${at}`;
    if (!charts.includes(id)) return [[path, `${JSON.stringify(id)} is not a chart of this board`]];
    return order.indexOf(id) < at ? [[path, `repeats the chart ${JSON.stringify(id)}`]] : [];
  });
  const [first, ...rest] = faults;
  if (first !== undefined) throw invalidFields('BAD_REQUEST', [first, ...rest]);
}

/** @param most boards that a project may have */
export function createBoardsService(store: BoardsStore, most: number): BoardsService {
  const found = (row: BoardRow | undefined, id: string): Board =>
    toBoard(requireFound(row, `board ${JSON.stringify(id)}`));

  return {
    list: ({ projectIds }, { project_id, ...query }) =>
      listPage(query, async (window) => {
        const projects = readableProjects(project_id, projectIds);
        const { rows, total } = await store.list(projects, window);
        return { rows: rows.map(toBoard), total };
      }),
    async create(owner, { title, description = null, ...flags }, projectId) {
      const row = await store.insert(
        {
          id: createId('brd'),
          project_id: writableProject(projectId, owner.projectIds),
          title,
          description,
          enabled: readFlags(flags) ?? false,
          public_id: randomBytes(24).toString('base64url'),
        },
        most,
      );
      if (row !== undefined) return toBoard(row);
      throw new DomainError(
        'BAD_REQUEST',
        `The project has ${most} boards, the most it may have. Delete one, or raise BOARDS_PER_PROJECT.`,
      );
    },
    retrieve: async ({ projectIds }, id) => found(await store.find(projectIds, id), id),
    retrievePublic: async (publicId) =>
      toBoard(requireFound(await store.findPublic(publicId), PUBLIC_BOARD)),
    async update({ projectIds }, id, { title, description, chart_order, ...flags }) {
      const enabled = readFlags(flags);
      const change = { title, description, enabled, chart_order };
      if (Object.values(change).every((value) => value === undefined)) {
        const hint = 'Give title, description, chart_order, enabled or isPublic.';
        throw new DomainError('BAD_REQUEST', `The body changes nothing. ${hint}`, {
          param: 'body',
        });
      }
      if (chart_order !== undefined) {
        found(await store.find(projectIds, id), id);
        checkOrder(chart_order, await store.chartIds(id));
      }
      return found(await store.update(projectIds, id, change), id);
    },
    async remove({ projectIds }, id) {
      const outcome = await store.remove(projectIds, id);
      requireFound(outcome === 'missing' ? undefined : outcome, `board ${JSON.stringify(id)}`);
      if (outcome === 'has_charts') {
        throw new DomainError('BAD_REQUEST', 'The board still has charts. Delete them first.');
      }
    },
  };
}
