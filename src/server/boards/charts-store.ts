// The SQL of charts. The caller has already checked that the board is the workspace's own.
import type { Chart } from '../../protocol/boards/chart.js';
import { type PageOfRows, readPage } from '../database/application/read-page.js';
import type { ApplicationSql, SqlValue } from '../database/ports.js';
import type { RowWindow } from '../list-page.js';

/** A chart as it is stored. */
export interface ChartRow extends Omit<Chart, 'project_id' | 'steps' | 'results'> {
  readonly steps: Exclude<Chart['steps'], undefined> | null;
}

export type ChartContent = Omit<ChartRow, 'id' | 'board_id' | 'created_at' | 'updated_at'>;

export interface ChartsStore {
  list(boardId: string, window: RowWindow): Promise<PageOfRows<ChartRow>>;
  find(boardId: string, id: string): Promise<ChartRow | undefined>;
  insert(boardId: string, id: string, chart: ChartContent): Promise<ChartRow | undefined>;
  replace(boardId: string, id: string, chart: ChartContent): Promise<ChartRow | undefined>;
  remove(boardId: string, id: string): Promise<boolean>;
}

const CONTENT = [
  'chart_type',
  'title',
  'query',
  'description',
  'x_axis',
  'y_axis',
  'group_by',
  'steps',
  'settings',
] as const;

const COLUMNS = `id, board_id, ${CONTENT.join(', ')}, created_at, updated_at`;

const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

const contentOf = (chart: ChartContent): readonly SqlValue[] =>
  CONTENT.map((name) =>
    name === 'steps' || name === 'settings' ? json(chart[name]) : (chart[name] as SqlValue),
  );

/** Parameters $3 and up; $1 and $2 are the board and the chart. */
const PLACES = CONTENT.map((_, index) => `$${index + 3}`);

export function createChartsStore(sql: ApplicationSql): ChartsStore {
  const one = async (text: string, params: readonly SqlValue[]): Promise<ChartRow | undefined> =>
    (await sql.query<ChartRow>(text, params))[0];

  return {
    list: (boardId, window) =>
      readPage(
        sql,
        {
          ...{ columns: COLUMNS, table: 'charts', where: 'board_id = $1' },
          ...{ order: 'place, created_at, id', first: boardId },
        },
        window,
      ),
    find: (boardId, id) =>
      one(`SELECT ${COLUMNS} FROM charts WHERE board_id = $1 AND id = $2`, [boardId, id]),
    insert: (boardId, id, chart) =>
      one(
        // Locks the board's row until the chart is stored, since the board may be deleted at the same time.
        `WITH board AS (SELECT id FROM boards WHERE id = $1 FOR KEY SHARE)
         INSERT INTO charts (board_id, id, ${CONTENT.join(', ')})
         SELECT board.id, $2, ${CONTENT.map((name, index) => `$${index + 3}::${TYPES[name] ?? 'text'}`).join(', ')}
         FROM board RETURNING ${COLUMNS}`,
        [boardId, id, ...contentOf(chart)],
      ),
    replace: (boardId, id, chart) =>
      one(
        `UPDATE charts SET (${CONTENT.join(', ')}, updated_at) = (${PLACES.join(', ')}, now())
         WHERE board_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [boardId, id, ...contentOf(chart)],
      ),
    remove: async (boardId, id) =>
      (await one('DELETE FROM charts WHERE board_id = $1 AND id = $2 RETURNING id', [
        boardId,
        id,
      ])) !== undefined,
  };
}

/** The types of columns that are not text. */
const TYPES: Partial<Record<(typeof CONTENT)[number], string>> = {
  y_axis: 'text[]',
  steps: 'json',
  settings: 'json',
};
