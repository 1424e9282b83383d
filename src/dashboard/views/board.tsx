// The page of a board: all its charts, and the forms that change it.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.js';
import { Icon } from '../parts/icon.js';
import { Answered } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { NEW_CHART } from '../state/chart-draft.js';
import { useMay, useProjectName } from '../state/key.js';
import { readPageFacts } from '../state/page-facts.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { useWindowTitle } from '../state/use-window-title.js';
import { BoardCharts } from './board/board-charts.js';
import { BoardDialog } from './board/board-dialog.js';

const MOST_CHARTS = 200;

export function Board({ id }: { readonly id: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const { hrefTo, go } = useNavigation();
  const mayWrite = useMay('boards:write');
  const projectName = useProjectName();
  const [isEditing, setEditing] = useState(false);
  const [change, setChange] = useState(0);
  const [order, setOrder] = useState(0);
  const board = useAnswer(`${id} ${change}`, (signal) => client.boards.retrieve(id, { signal }));
  const charts = useAnswer(`${id} ${key} ${order}`, (signal) =>
    client.charts.list(id, { ...days, size: MOST_CHARTS, include: 'results' }, { signal }),
  );
  useWindowTitle(board.data?.title);
  const path = board.data?.enabled ? board.data.public_path : null;
  const project = board.data && projectName(board.data.project_id);
  const editHref = (chart: string) => hrefTo({ view: 'boards', id, options: { chart } });
  return (
    <>
      <a class="back" href={hrefTo({ view: 'boards' })}>
        <Icon name="back" />
        Boards
      </a>
      <ViewHead
        title={board.data?.title || 'Board'}
        note={
          <>
            {board.data?.description}
            {project !== undefined && <span class="public-link">Project {project}</span>}
            {path !== null && path !== undefined && (
              <span class="public-link">
                Public at{' '}
                <a class="mono" href={path} target="_blank" rel="noopener">
                  {path}
                </a>
                <CopyButton text={readPageFacts().publicUrl + path} what="public link" />
              </span>
            )}
          </>
        }
        follows="days"
      >
        {mayWrite && (board.data !== undefined || board.error === undefined) && (
          <>
            <a class="button" href={editHref(NEW_CHART)}>
              <Icon name="add" />
              Add a chart
            </a>
            <button type="button" class="button" onClick={() => setEditing(true)}>
              <Icon name="edit" />
              Edit
            </button>
          </>
        )}
      </ViewHead>
      <Answered answer={charts} lines={12}>
        {({ data }) => <BoardCharts charts={data} {...(mayWrite && { editHref })} />}
      </Answered>
      {isEditing && board.data !== undefined && (
        <BoardDialog
          board={board.data}
          onClose={() => setEditing(false)}
          onSaved={(_, isReordered) => {
            setEditing(false);
            setChange(change + 1);
            // The charts are run again only for this: their SQL may take long.
            if (isReordered) setOrder(order + 1);
          }}
          charts={charts.data?.data}
          onDeleted={() => go({ view: 'boards' })}
        />
      )}
    </>
  );
}
