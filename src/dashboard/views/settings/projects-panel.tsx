// The projects of the workspace, with how much each has sent lately.
/** @jsxImportSource preact */
import type { Project } from '../../../client/answers.js';
import { formatCount } from '../../format/numbers.js';
import { DataTable } from '../../parts/data-table.js';
import { Answered, Empty, Panel } from '../../parts/panel.js';
import { RelativeTime } from '../../parts/relative-time.js';
import { useKey } from '../../state/key.js';
import { useSession } from '../../state/session.js';
import { useAnswer } from '../../state/use-answer.js';
import { useNavigation } from '../../state/use-place.js';

interface Traffic {
  readonly project_id: string;
  readonly events: number;
  readonly wallets: number;
  readonly last_ms: number;
}

const QUERY = `SELECT project_id, count() AS events, uniqExactIf(address, address != '') AS wallets,
  toUnixTimestamp64Milli(max(received_at)) AS last_ms
  FROM events WHERE toDate(timestamp) > today() - 30 GROUP BY project_id ORDER BY events DESC`;

export function ProjectsPanel() {
  const { client } = useSession();
  const key = useKey();
  const answer = useAnswer('projects', (signal) => client.query.run<Traffic>(QUERY, { signal }));
  return (
    <Panel title="Projects" span={12} note="Activity in the last 30 days">
      <Answered answer={key} lines={3}>
        {({ projects }) => (
          <Answered answer={answer} lines={3}>
            {({ data }) => <Projects projects={projects} traffic={data} />}
          </Answered>
        )}
      </Answered>
    </Panel>
  );
}

interface ProjectsProps {
  readonly projects: readonly Project[];
  readonly traffic: readonly Traffic[];
}

function Projects({ projects, traffic }: ProjectsProps) {
  const { hrefTo } = useNavigation();
  const rows = projects.map((project) => ({
    ...project,
    traffic: traffic.find((one) => one.project_id === project.id),
  }));
  if (rows.length === 0) return <Empty>No projects yet.</Empty>;
  return (
    <DataTable
      caption="Projects"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Project',
          isName: true,
          cell: ({ id, name }) => (
            <>
              {name} <span class="note mono">{id}</span>
            </>
          ),
        },
        {
          title: 'Events',
          isNumber: true,
          cell: (row) => formatCount(Number(row.traffic?.events ?? 0)),
        },
        {
          title: 'Wallets',
          isNumber: true,
          cell: ({ id, name, traffic: its }) => (
            <a href={hrefTo({ view: 'wallets', options: { project: id } })}>
              {formatCount(Number(its?.wallets ?? 0))}
              <span class="hidden"> wallets of {name}</span>
            </a>
          ),
        },
        {
          title: 'Last event',
          cell: (row) =>
            row.traffic === undefined ? (
              <span class="muted">none</span>
            ) : (
              <RelativeTime at={Number(row.traffic.last_ms)} />
            ),
        },
      ]}
    />
  );
}
