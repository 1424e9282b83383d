// `chaintrail query`: runs one SELECT over the workspace's views.

import { type Command, UsageError } from '../command.js';
import { readAll } from '../read-all.js';
import { rowTable } from '../row-table.js';
import { API_OPTIONS, withApi } from '../with-api.js';

const query: Command = {
  name: 'query',
  summary: "run one SELECT over the workspace's own tables",
  positionals: ['sql'],
  options: API_OPTIONS,
  details:
    'Tables: events, sessions, wallet_profiles, labels, in the SQL of ClickHouse. Without LIMIT it\n' +
    'returns 100 rows. If <sql> is -, it is read from standard input. Requires the scope query:read.',
  examples: [
    'query "SELECT event, count() AS hits FROM events GROUP BY event ORDER BY hits DESC"',
    'query "SELECT * FROM events ORDER BY timestamp DESC LIMIT 1" --json',
    'query - < report.sql',
  ],
  async run(call) {
    const given = call.positional(0);
    const sql = given === '-' ? await readAll(call.host.stdin) : given;
    if (sql.trim() === '') throw new UsageError('The query is empty.');
    return withApi(call, async (client) => {
      const data = await client.query.run(sql);
      const names = data.meta.map(({ name }) => name);
      const rest = data.has_more
        ? `Showing ${data.data.length} of ${data.total} rows. Use a larger LIMIT or an OFFSET to see more.\n`
        : '';
      return { data, text: rowTable(data.data, names, 'No rows.') + rest };
    });
  },
};

export const queryCommands: readonly Command[] = [query];
