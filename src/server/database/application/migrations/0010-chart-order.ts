// The order of the charts of a board, once somebody has chosen one.
import type { Migration } from '../../ports.js';

export const chartOrderMigration: Migration = {
  id: '0010-chart-order',
  // Null: after the charts that have a place, in the order of their creation.
  statements: ['ALTER TABLE charts ADD COLUMN IF NOT EXISTS place integer'],
};
