// The SQL of segments. Every statement names the projects of whoever asks.
import type { Segment } from '../../protocol/segments/segment.js';
import type { ApplicationSql, SqlValue } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';

type Projects = readonly string[];

export interface SegmentsStore {
  list(
    projects: Projects,
    window: RowWindow,
  ): Promise<{ readonly rows: readonly Segment[]; readonly total: number }>;
  find(projects: Projects, id: string): Promise<Segment | undefined>;
  insert(segment: Omit<Segment, 'created_at'>): Promise<Segment | undefined>;
  remove(projects: Projects, id: string): Promise<boolean>;
}

const COLUMNS = 'id, project_id, name, description, logic, conditions, behaviors, created_at';

export function createSegmentsStore(sql: ApplicationSql): SegmentsStore {
  const one = async (text: string, params: readonly SqlValue[]): Promise<Segment | undefined> =>
    (await sql.query<Segment>(text, params))[0];

  return {
    async list(projects, { limit, offset }) {
      const rows = await sql.query<Segment>(
        `SELECT ${COLUMNS} FROM segments WHERE project_id = ANY ($1)
         ORDER BY created_at DESC, id LIMIT $2 OFFSET $3`,
        [projects, limit, offset],
      );
      const [count] = await sql.query<{ total: number }>(
        'SELECT count(*) AS total FROM segments WHERE project_id = ANY ($1)',
        [projects],
      );
      return { rows, total: count?.total ?? 0 };
    },
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
