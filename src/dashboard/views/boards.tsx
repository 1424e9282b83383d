// The list of the workspace's boards, and the button that opens the form for a new one.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { AddButton } from '../parts/add-button.js';
import { DataTable } from '../parts/data-table.js';
import { NoneYet } from '../parts/none-yet.js';
import { Answered } from '../parts/panel.js';
import { RelativeTime } from '../parts/relative-time.js';
import { ViewHead } from '../parts/view-head.js';
import { useMay, useProjectName, useProjects } from '../state/key.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { readWhole } from '../state/whole-list.js';
import { BoardDialog } from './board/board-dialog.js';

export function Boards() {
  const { client } = useSession();
  const { key } = useScope();
  const { hrefTo, go } = useNavigation();
  const mayWrite = useMay('boards:write');
  const hasProjects = useProjects().length > 1;
  const projectName = useProjectName();
  const [isMaking, setMaking] = useState(false);
  const answer = useAnswer(key, (signal) => readWhole(client.boards.list, signal));
  return (
    <>
      <ViewHead title="Boards" note="Charts that your team saved">
        {mayWrite && <AddButton onAdd={() => setMaking(true)}>New board</AddButton>}
      </ViewHead>
      <section class="panel" aria-label="Boards">
        <Answered answer={answer} lines={6}>
          {(boards) =>
            boards.length === 0 ? (
              <NoBoards />
            ) : (
              <DataTable
                caption="Boards"
                rows={boards}
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
                  ...(hasProjects
                    ? [
                        {
                          title: 'Project',
                          cell: (board: (typeof boards)[number]) => projectName(board.project_id),
                        },
                      ]
                    : []),
                  {
                    title: 'Access',
                    cell: ({ enabled }) => (enabled ? 'Anyone with the link' : 'Your team'),
                  },
                  { title: 'Created', cell: (board) => <RelativeTime at={board.created_at} /> },
                ]}
              />
            )
          }
        </Answered>
      </section>
      {isMaking && (
        <BoardDialog
          onClose={() => setMaking(false)}
          onSaved={({ id }) => go({ view: 'boards', id })}
        />
      )}
    </>
  );
}

const NoBoards = () => (
  <NoneYet
    what="boards"
    scope="boards:write"
    purpose="A board is a page of saved charts. Create a board, then add charts to it."
  >
    See <a href="/docs/boards">Boards and charts</a> in the docs.
  </NoneYet>
);
