// The SQL of segments. Every statement names the projects of whoever asks.
import type { Segment } from '../../protocol/segments/segment.js';
import { type PageOfRows, readPage } from '../database/application/read-page.js';
import type { ApplicationSql, SqlValue } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';

type Projects = readonly string[];

export interface SegmentsStore {
  list(projects: Projects, window: RowWindow): Promise<PageOfRows<Segment>>;
  find(projects: Projects, id: string): Promise<Segment | undefined>;
  insert(segment: Omit<Segment, 'created_at'>): Promise<Segment | undefined>;
  remove(projects: Projects, id: string): Promise<boolean>;
}

const COLUMNS = 'id, project_id, name, description, logic, conditions, behaviors, created_at';

export function createSegmentsStore(sql: ApplicationSql): SegmentsStore {
  const one = async (text: string, params: readonly SqlValue[]): Promise<Segment | undefined> =>
    (await sql.query<Segment>(text, params))[0];

  return {
    list: (projects, window) =>
      readPage(
        sql,
        {
          ...{ columns: COLUMNS, table: 'segments', where: 'project_id = ANY ($1)' },
          ...{ order: 'created_at DESC, id', first: projects },
        },
        window,
      ),
    find: (projects, id) =>
      one(`SELECT ${COLUMNS} FROM segments WHERE project_id = ANY ($1) AND id = $2`, [
        projects,
        id,
      ]),
    insert: ({ id, project_id, name, description, logic, conditions, behaviors }) =>
      one(
        `INSERT INTO segments (id, project_id, name, description, logic, conditions, behaviors)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${COLUMNS}`,
        [
          id,
          project_id,
          name,
          description,
          logic,
          JSON.stringify(conditions),
          JSON.stringify(behaviors),
        ],
      ),
    remove: async (projects, id) =>
      (await one('DELETE FROM segments WHERE project_id = ANY ($1) AND id = $2 RETURNING id', [
        projects,
        id,
      ])) !== undefined,
  };
}
