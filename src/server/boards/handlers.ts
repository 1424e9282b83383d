// The operations on boards and charts.
import type { boardRoutes } from '../../protocol/boards/routes.js';
import type { ApiHandlers } from '../http/handlers.js';
import type { ChartsService } from './charts-service.js';
import type { BoardsService } from './service.js';

export const boardsHandlers = (
  boards: BoardsService,
  charts: ChartsService,
): Pick<ApiHandlers, keyof typeof boardRoutes> => ({
  listBoards: ({ input, identity }) => boards.list(identity, input.query),
  createBoard: ({ input, identity }) => boards.create(identity, input.body, input.query.project_id),
  retrieveBoard: ({ input, identity }) => boards.retrieve(identity, input.params.boardId),
  updateBoard: ({ input, identity }) => boards.update(identity, input.params.boardId, input.body),
  deleteBoard: ({ input, identity }) => boards.remove(identity, input.params.boardId),
  listCharts: ({ input, identity }) => charts.list(identity, input.params.boardId, input.query),
  createChart: ({ input, identity }) => charts.create(identity, input.params.boardId, input.body),
  previewChart: ({ input, identity }) =>
    charts.preview(identity, input.params.boardId, { chart: input.body, days: input.query }),
  retrieveChart: ({ input, identity }) => charts.retrieve(identity, input.params, input.query),
  replaceChart: ({ input, identity }) => charts.replace(identity, input.params, input.body),
  deleteChart: ({ input, identity }) => charts.remove(identity, input.params),
});
