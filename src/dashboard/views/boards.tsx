// The boards of the workspace.
/** @jsxImportSource preact */
import { Command } from '../parts/command.js';
import { DataTable } from '../parts/data-table.js';
import { Answered, Empty } from '../parts/panel.js';
import { RelativeTime } from '../parts/relative-time.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';

const MOST_BOARDS = 200;

export function Boards() {
  const { client } = useSession();
  const { key } = useScope();
  const { hrefTo } = useNavigation();
  const answer = useAnswer(key, (signal) => client.boards.list({ size: MOST_BOARDS }, { signal }));
  return (
    <>
      <ViewHead title="Boards" note="Charts that your team saved" />
      <section class="panel" aria-label="Boards">
        <Answered answer={answer} lines={6}>
          {({ data }) =>
            data.length === 0 ? (
              <NoBoards />
            ) : (
              <DataTable
                caption="Boards"
                rows={data}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: 'Board',
                    isName: true,
                    cell: ({ id, title, description }) => (
                      <>
                        <a href={hrefTo({ view: 'boards', id })}>{title || id}</a>
                        {description && <span class="note">{description}</span>}
                      </>
                    ),
                  },
                  {
                    title: 'Who reads it',
                    cell: ({ enabled }) => (enabled ? 'Anybody with its link' : 'Your team'),
                  },
                  { title: 'Made', cell: (board) => <RelativeTime at={board.created_at} /> },
                ]}
              />
            )
          }
        </Answered>
      </section>
    </>
  );
}

function NoBoards() {
  const { publicUrl } = readPageFacts();
  return (
    <Empty>
      <p class="problem-title">No boards yet</p>
      <p>
        This page reads boards and does not write them. Make one by the API, with a key that has the
        scope boards:write, and the project that <code>npx chaintrail project list</code> names:
      </p>
      <Command
        text={`curl -X POST "${publicUrl}/v0/boards?project_id=PROJECT_ID" -H "Authorization: Bearer API_KEY" -H "Content-Type: application/json" -d '{"title":"Growth"}'`}
      />
      <p>
        <a href="/docs/boards">Boards and charts</a> has a command for each type of chart.
      </p>
    </Empty>
  );
}
