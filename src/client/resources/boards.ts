// `client.boards` and `client.charts`.
import type { BoardChange, NewBoard } from '../../protocol/boards/board.js';
import type { ChartResults, NewChart } from '../../protocol/boards/chart.js';
import type { Board, Chart, RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { Operations, QueryOf, Sent } from '../operations.js';
import type { CallOptions } from '../options.js';
import { byPage, type PagedCall, pagedCall } from '../pages.js';

type BoardList = QueryOf<'listBoards'>;
type ChartList = QueryOf<'listCharts'>;
/** A new one, or one that was answered, with changes. */
type WholeChart = Sent<NewChart> | Chart;

export const createBoards = ({ call, write }: Operations) => ({
  list: (
    query: BoardList = {},
    options?: CallOptions,
  ): PagedCall<Board, RouteAnswer<'listBoards'>> =>
    pagedCall(
      (asked: BoardList, rest) => call('GET /v0/boards', { query: asked }, rest),
      [query, options],
      byPage(),
    ),
  create: (
    { project_id, ...body }: NewBoard & QueryOf<'createBoard'>,
    options?: CallOptions,
  ): ApiCall<Board> => write('POST /v0/boards', { query: { project_id }, body }, options),
  retrieve: (boardId: string, options?: CallOptions): ApiCall<Board> =>
    call('GET /v0/boards/{boardId}', { params: { boardId } }, options),
  /** What is left out stays. */
  update: (boardId: string, body: BoardChange, options?: CallOptions): ApiCall<Board> =>
    write('PATCH /v0/boards/{boardId}', { params: { boardId }, body }, options),
  /** Only a board without charts. */
  delete: (boardId: string, options?: CallOptions): ApiCall<void> =>
    write('DELETE /v0/boards/{boardId}', { params: { boardId } }, options),
});

/** Names one chart. */
interface ChartPlace {
  readonly boardId: string;
  readonly chartId: string;
}

export const createCharts = ({ call, write }: Operations) => ({
  list: (
    boardId: string,
    query: ChartList = {},
    options?: CallOptions,
  ): PagedCall<Chart, RouteAnswer<'listCharts'>> =>
    pagedCall(
      (asked: ChartList, rest) =>
        call('GET /v0/boards/{boardId}/charts', { params: { boardId }, query: asked }, rest),
      [query, options],
      byPage(),
    ),
  create: (boardId: string, body: Sent<NewChart>, options?: CallOptions): ApiCall<Chart> =>
    write('POST /v0/boards/{boardId}/charts', { params: { boardId }, body }, options),
  /**
   * Runs a chart without saving it; `x_axis`, `y_axis` and `group_by`, which only the drawing
   * needs, may be left out.
   */
  preview: (
    boardId: string,
    { date_from, date_to, ...body }: Sent<NewChart> & QueryOf<'previewChart'>,
    options?: CallOptions,
  ): ApiCall<ChartResults> =>
    call(
      'POST /v0/boards/{boardId}/charts/preview',
      { params: { boardId }, query: { date_from, date_to }, body },
      options,
    ),
  /** A chart; with its rows by `{ include: 'results' }`. */
  retrieve: (
    place: ChartPlace,
    query: QueryOf<'retrieveChart'> = {},
    options?: CallOptions,
  ): ApiCall<Chart> =>
    call('GET /v0/boards/{boardId}/charts/{chartId}', { params: { ...place }, query }, options),
  replace: (place: ChartPlace, chart: WholeChart, options?: CallOptions): ApiCall<Chart> => {
    const body = chart as Sent<NewChart>;
    return write(
      'PUT /v0/boards/{boardId}/charts/{chartId}',
      { params: { ...place }, body },
      options,
    );
  },
  delete: (place: ChartPlace, options?: CallOptions): ApiCall<void> =>
    write('DELETE /v0/boards/{boardId}/charts/{chartId}', { params: { ...place } }, options),
});

export type Boards = ReturnType<typeof createBoards>;
export type Charts = ReturnType<typeof createCharts>;
