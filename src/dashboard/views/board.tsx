// One board, with all its charts drawn.
/** @jsxImportSource preact */
import { CopyButton } from '../parts/copy-button.js';
import { Icon } from '../parts/icon.js';
import { Answered } from '../parts/panel.js';
import { ViewHead } from '../parts/view-head.js';
import { readPageFacts } from '../state/page-facts.js';
import { useScope } from '../state/scope.js';
import { useSession } from '../state/session.js';
import { useAnswer } from '../state/use-answer.js';
import { useNavigation } from '../state/use-place.js';
import { BoardCharts } from './board/board-charts.js';

const MOST_CHARTS = 200;

export function Board({ id }: { readonly id: string }) {
  const { client } = useSession();
  const { days, key } = useScope();
  const { hrefTo } = useNavigation();
  const board = useAnswer(id, (signal) => client.boards.retrieve(id, { signal }));
  const charts = useAnswer(`${id} ${key}`, (signal) =>
    client.charts.list(id, { ...days, size: MOST_CHARTS, include: 'results' }, { signal }),
  );
  const path = board.data?.enabled ? board.data.public_path : null;
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
      />
      <Answered answer={charts} lines={12}>
        {({ data }) => <BoardCharts charts={data} />}
      </Answered>
    </>
  );
}
