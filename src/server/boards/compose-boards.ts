// Composes the area of boards on an open database.
import type { ApplicationDatabase } from '../database/ports.js';
import type { PageResponse, PageRoute } from '../http/page-route.js';
import type { QueryService } from '../query/service.js';
import { type ChartsParts, createChartsService } from './charts-service.js';
import { createChartsStore } from './charts-store.js';
import { boardsHandlers } from './handlers.js';
import { type PublicBoardParts, publicBoardRoute } from './public-board.js';
import { type ChartRunnerParts, createChartRunner } from './run-chart.js';
import { createBoardsService } from './service.js';
import { createBoardsStore } from './store.js';

export interface BoardsParts
  extends Pick<ChartRunnerParts, 'analytics'>,
    Pick<ChartsParts, 'mostText'>,
    Pick<PublicBoardParts, 'deletions'> {
  readonly query: Pick<QueryService, 'run' | 'check'>;
  readonly application: ApplicationDatabase;
  readonly boardsPerProject: number;
  /** The page that draws a public board. */
  readonly boardPage: () => Promise<PageResponse>;
}

export function composeBoards(parts: BoardsParts) {
  const { application, boardsPerProject, boardPage, mostText, deletions, ...runner } = parts;
  const boards = createBoardsService(createBoardsStore(application), boardsPerProject);
  const charts = createChartsService({
    store: createChartsStore(application),
    boards,
    run: createChartRunner(runner),
    query: runner.query,
    mostText,
  });
  const pages: readonly PageRoute[] = [
    publicBoardRoute({ boards, charts, page: boardPage, deletions }),
  ];
  return { handlers: boardsHandlers(boards, charts), pages };
}
