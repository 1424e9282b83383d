// The projects of the workspace that sent events lately.
/** @jsxImportSource preact */
import { formatCount } from '../../format/numbers.js';
import { DataTable } from '../../parts/data-table.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';

interface ProjectRow {
  readonly project_id: string;
  readonly events: number;
  readonly wallets: number;
  readonly last_ms: number;
}

const QUERY = `SELECT project_id, count() AS events, uniqExactIf(address, address != '') AS wallets,
  toUnixTimestamp64Milli(max(received_at)) AS last_ms
  FROM events WHERE event_date >= today() - 30 GROUP BY project_id ORDER BY events DESC`;

export function ProjectsPanel() {
  const { client } = useSession();
  const { hrefTo } = useNavigation();
  const answer = useAnswer('projects', (signal) => client.query.run<ProjectRow>(QUERY, { signal }));
  return (
    <Panel title="Projects" span={12} note="Those that sent events in the last 30 days">
      <Answered answer={answer} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>None sent events yet.</Empty>
          ) : (
            <DataTable
              caption="Projects"
              rows={data}
              keyOf={(row) => row.project_id}
              columns={[
                {
                  title: 'Project',
                  isName: true,
                  cell: (row) => <span class="mono">{row.project_id}</span>,
                },
                { title: 'Events', isNumber: true, cell: (row) => formatCount(Number(row.events)) },
                {
                  title: 'Wallets',
                  isNumber: true,
                  cell: ({ project_id: project, wallets }) => (
                    <a href={hrefTo({ view: 'wallets', options: { project } })}>
                      {formatCount(Number(wallets))}
                      <span class="hidden"> wallets of this project</span>
                    </a>
                  ),
                },
                { title: 'Last event', cell: (row) => <RelativeTime at={Number(row.last_ms)} /> },
              ]}
            />
          )
        }
      </Answered>
    </Panel>
  );
}
