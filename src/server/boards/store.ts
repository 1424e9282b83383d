// The SQL of boards. Statements for callers are limited to the caller's projects.

import { type PageOfRows, readPage } from '../database/application/read-page.js';
import type { ApplicationDatabase, ApplicationSql } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';

export interface BoardRow {
  readonly id: string;
  readonly project_id: string;
  readonly title: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** Identifies the board in its public address. */
  readonly public_id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly updated_at: string | null;
}

export type NewBoardRow = Pick<
  BoardRow,
  'id' | 'project_id' | 'title' | 'description' | 'enabled' | 'public_id'
>;

/** Fields that are undefined stay unchanged. */
export interface BoardRowChange {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /** Ids of charts; others than those of the board are ignored. */
  readonly chart_order?: readonly string[] | undefined;
}

type Projects = readonly string[];

export interface BoardsStore {
  list(projects: Projects, window: RowWindow): Promise<PageOfRows<BoardRow>>;
  find(projects: Projects, id: string): Promise<BoardRow | undefined>;
  /** An enabled board by its public id. */
  findPublic(publicId: string): Promise<BoardRow | undefined>;
  /** `undefined` when the project already has `most` boards. */
  insert(board: NewBoardRow, most: number): Promise<BoardRow | undefined>;
  update(projects: Projects, id: string, change: BoardRowChange): Promise<BoardRow | undefined>;
  chartIds(id: string): Promise<readonly string[]>;
  remove(projects: Projects, id: string): Promise<'removed' | 'missing' | 'has_charts'>;
}

const COLUMNS = `id, project_id, title, description, enabled, public_id, created_at, updated_at`;

/** Locks the project's row until the transaction ends, so that concurrent inserts cannot exceed the limit. */
const LOCK_PROJECT = 'SELECT id FROM projects WHERE id = $1 FOR UPDATE';

/** Charts that are not in the list get no place, and follow those that are. */
const PLACE_CHARTS = 'UPDATE charts SET place = array_position($2::text[], id) WHERE board_id = $1';

export function createBoardsStore(database: ApplicationDatabase): BoardsStore {
  const one = async (
    sql: ApplicationSql,
    ...[text, params]: Parameters<ApplicationSql['query']>
  ): Promise<BoardRow | undefined> => (await sql.query<BoardRow>(text, params))[0];

  return {
    list: (projects, window) =>
      readPage(
        database,
        {
          ...{ columns: COLUMNS, table: 'boards', where: 'project_id = ANY ($1)' },
          ...{ order: 'created_at DESC, id', first: projects },
        },
        window,
      ),
    find: (projects, id) =>
      one(database, `SELECT ${COLUMNS} FROM boards WHERE project_id = ANY ($1) AND id = $2`, [
        projects,
        id,
      ]),
    findPublic: (publicId) =>
      one(database, `SELECT ${COLUMNS} FROM boards WHERE public_id = $1 AND enabled`, [publicId]),
    insert: ({ id, project_id, title, description, enabled, public_id }, most) =>
      database.transaction(async (sql) => {
        await sql.query(LOCK_PROJECT, [project_id]);
        return one(
          sql,
          `INSERT INTO boards (id, project_id, title, description, enabled, public_id)
           SELECT $1, $2, $3, $4, $5::boolean, $6
           WHERE (SELECT count(*) FROM boards WHERE project_id = $2) < $7::integer
           RETURNING ${COLUMNS}`,
          [id, project_id, title, description, enabled, public_id, most],
        );
      }),
    update: (projects, id, { title, description, enabled, chart_order }) =>
      database.transaction(async (sql) => {
        const board = await one(
          sql,
          `UPDATE boards SET
             title = coalesce($3, title),
             description = CASE WHEN $4::boolean THEN $5 ELSE description END,
             enabled = coalesce($6::boolean, enabled),
             updated_at = now()
           WHERE project_id = ANY ($1) AND id = $2 RETURNING ${COLUMNS}`,
          [
            projects,
            id,
            title ?? null,
            description !== undefined,
            description ?? null,
            enabled ?? null,
          ],
        );
        if (board !== undefined && chart_order !== undefined) {
          await sql.query(PLACE_CHARTS, [id, chart_order]);
        }
        return board;
      }),
    chartIds: async (id) => {
      const charts = await database.query<{ id: string }>(
        'SELECT id FROM charts WHERE board_id = $1',
        [id],
      );
      return charts.map((chart) => chart.id);
    },
    remove: (projects, id) =>
      database.transaction(async (sql) => {
        const [found] = await sql.query(
          'SELECT id FROM boards WHERE project_id = ANY ($1) AND id = $2 FOR UPDATE',
          [projects, id],
        );
        if (found === undefined) return 'missing';
        const removed = await sql.query(
          `DELETE FROM boards b WHERE b.id = $1
           AND NOT EXISTS (SELECT 1 FROM charts c WHERE c.board_id = b.id) RETURNING b.id`,
          [id],
        );
        return removed.length > 0 ? 'removed' : 'has_charts';
      }),
  };
}
