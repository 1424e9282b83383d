// Boards and the charts on them.
import type { Migration } from '../../ports.js';

export const boardsMigration: Migration = {
  id: '0003-boards',
  statements: [
    `CREATE TABLE IF NOT EXISTS boards (
      id          text PRIMARY KEY,
      project_id  text NOT NULL REFERENCES projects (id),
      title       text NOT NULL,
      description text,
      enabled     boolean NOT NULL DEFAULT false,
      public_id   text NOT NULL UNIQUE,
      created_at  timestamptz NOT NULL DEFAULT now(),
      updated_at  timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS boards_by_project ON boards (project_id, created_at)',
    // `json` and not `jsonb`, which would reorder the keys of what a caller sent.
    // Without ON DELETE: the database itself keeps a board that has charts.
    `CREATE TABLE IF NOT EXISTS charts (
      id          text PRIMARY KEY,
      board_id    text NOT NULL REFERENCES boards (id),
      chart_type  text NOT NULL,
      title       text NOT NULL,
      query       text NOT NULL,
      description text,
      x_axis      text,
      y_axis      text[],
      group_by    text,
      steps       json,
      settings    json,
      created_at  timestamptz NOT NULL DEFAULT now(),
      updated_at  timestamptz
    )`,
    'CREATE INDEX IF NOT EXISTS charts_by_board ON charts (board_id, created_at)',
  ],
};
