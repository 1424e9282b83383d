// The operations on boards and their charts.
import { apiKey, type Route } from '../route.js';
import {
  boardChangeSchema,
  boardListQuerySchema,
  boardListSchema,
  boardParamsSchema,
  boardSchema,
  newBoardSchema,
  projectQuerySchema,
} from './board.js';
import {
  chartListQuerySchema,
  chartListSchema,
  chartParamsSchema,
  chartQuerySchema,
  chartResultsSchema,
  chartSchema,
  newChartSchema,
  previewQuerySchema,
} from './chart.js';

const read = { tag: 'Boards', credential: apiKey('boards:read') } as const;
const write = { tag: 'Boards', credential: apiKey('boards:write'), idempotent: true } as const;

const board = { path: '/v0/boards/{boardId}', params: boardParamsSchema } as const;
const charts = { path: '/v0/boards/{boardId}/charts', params: boardParamsSchema } as const;
const chart = { path: '/v0/boards/{boardId}/charts/{chartId}', params: chartParamsSchema } as const;

export const boardRoutes = {
  listBoards: {
    ...read,
    method: 'GET',
    path: '/v0/boards',
    summary: 'Boards, the newest first.',
    query: boardListQuerySchema,
    status: 200,
    answer: boardListSchema,
  },
  createBoard: {
    ...write,
    method: 'POST',
    path: '/v0/boards',
    summary: 'Make a board.',
    query: projectQuerySchema,
    body: newBoardSchema,
    status: 201,
    answer: boardSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  retrieveBoard: {
    ...read,
    ...board,
    method: 'GET',
    summary: 'A board.',
    status: 200,
    answer: boardSchema,
    errors: ['NOT_FOUND'],
  },
  updateBoard: {
    ...write,
    ...board,
    method: 'PATCH',
    summary: 'Change a board, or whether it is public.',
    body: boardChangeSchema,
    status: 200,
    answer: boardSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  deleteBoard: {
    ...write,
    ...board,
    method: 'DELETE',
    summary: 'Delete a board without charts.',
    status: 204,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  listCharts: {
    ...read,
    ...charts,
    method: 'GET',
    summary: 'Charts of a board, in the order in which it shows them.',
    query: chartListQuerySchema,
    status: 200,
    answer: chartListSchema,
    errors: ['NOT_FOUND'],
  },
  createChart: {
    ...write,
    ...charts,
    method: 'POST',
    summary: 'Make a chart.',
    body: newChartSchema,
    status: 201,
    answer: chartSchema,
    errors: ['NOT_FOUND'],
  },
  previewChart: {
    tag: 'Boards',
    credential: apiKey('boards:write'),
    method: 'POST',
    path: '/v0/boards/{boardId}/charts/preview',
    params: boardParamsSchema,
    summary: 'Run a chart without saving it.',
    description:
      'Runs on the project of the board, as `include=results` does for saved charts. The fields ' +
      '`x_axis`, `y_axis` and `group_by` may be left out: `meta` of the answer lists the available columns.',
    query: previewQuerySchema,
    body: newChartSchema,
    status: 200,
    answer: chartResultsSchema,
    errors: ['NOT_FOUND'],
  },
  retrieveChart: {
    ...read,
    ...chart,
    method: 'GET',
    summary: 'A chart; with `include=results`, also its rows.',
    query: chartQuerySchema,
    status: 200,
    answer: chartSchema,
    errors: ['BAD_REQUEST', 'NOT_FOUND'],
  },
  replaceChart: {
    ...write,
    ...chart,
    method: 'PUT',
    summary: 'Replace a chart.',
    body: newChartSchema,
    status: 200,
    answer: chartSchema,
    errors: ['NOT_FOUND'],
  },
  deleteChart: {
    ...write,
    ...chart,
    method: 'DELETE',
    summary: 'Delete a chart.',
    status: 204,
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
