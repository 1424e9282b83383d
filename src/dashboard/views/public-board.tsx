// A public board, which anybody can read without a key: its charts, and nothing else of the workspace.
/** @jsxImportSource preact */
import { useMemo } from 'preact/hooks';
import type { Board } from '../../client/answers.js';
import type { ShownChart } from '../charts/saved-chart.js';
import { Brand } from '../parts/brand.js';
import { Answered } from '../parts/panel.js';
import { ThemeSwitch } from '../parts/theme-switch.js';
import { useMinutes } from '../state/scope.js';
import { openClient } from '../state/session.js';
import { atMinute, useAnswer } from '../state/use-answer.js';
import { useWindowTitle } from '../state/use-window-title.js';
import { BoardCharts } from './board/board-charts.js';

interface PublicAnswer {
  readonly board: Pick<Board, 'title' | 'description'>;
  readonly charts: readonly ShownChart[];
}

/** @param path of this page; the server answers the board's data, as JSON, at the same path */
export function PublicBoard({ path }: { readonly path: string }) {
  // The client cannot be made without a key. The header below keeps this one from being sent.
  const client = useMemo(() => openClient('none'), []);
  const minutes = useMinutes();
  const answer = useAnswer(`${path} ${atMinute(minutes)}`, (signal) =>
    client.get<PublicAnswer>(path, { signal, headers: { authorization: null } }),
  );
  const { title, description } = answer.data?.board ?? {};
  useWindowTitle(title);
  return (
    <>
      <header class="public-head">
        <Brand />
        <ThemeSwitch />
      </header>
      <main>
        <header class="view-head">
          <div class="view-title">
            <h1>{title || 'Board'}</h1>
            {description && <p class="note">{description}</p>}
            <p class="note">The last 7 days and today, in UTC</p>
          </div>
        </header>
        <Answered answer={answer} lines={12}>
          {({ charts }) => <BoardCharts charts={charts} />}
        </Answered>
      </main>
    </>
  );
}
