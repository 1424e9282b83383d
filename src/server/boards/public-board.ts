// Serves a board that its team made public, without a key, at an address that cannot be guessed.
import { createHash } from 'node:crypto';
import type { Board } from '../../protocol/boards/board.js';
import type { Chart, ChartResults, ChartSettings } from '../../protocol/boards/chart.js';
import { LIST_SIZE } from '../../protocol/limits.js';
import { requireFound } from '../errors/require-found.js';
import { jsonText, type PageResponse, type PageRoute } from '../http/page-route.js';
import { wantsPage } from '../http/wants-page.js';
import type { ChartsService } from './charts-service.js';
import { createPublicAnswers } from './public-answers.js';
import { type BoardsService, PUBLIC_BOARD, PUBLIC_BOARDS_PATH } from './service.js';

/** The form of a public id; other addresses are answered 404 without a look into the database. */
const PUBLIC_ID = /^[\w-]{32}$/;

type PublicChart = Omit<Chart, 'query' | 'project_id' | 'steps'>;

interface PublicBoard {
  readonly board: Pick<Board, 'title' | 'description'>;
  readonly charts: readonly PublicChart[];
}

export interface PublicBoardParts {
  readonly boards: Pick<BoardsService, 'retrievePublic'>;
  readonly charts: Pick<ChartsService, 'list'>;
  /** The page for browsers at the same address; it requests the JSON answer and draws it. */
  readonly page: () => Promise<PageResponse>;
  /** Counts deletions of persons, whom answers that were cached before may still name. */
  readonly deletions: () => number;
  /** See `createPublicAnswers`. */
  readonly now?: () => number;
}

/** Search engines must not list it; caches must keep page and JSON apart. */
const HEADERS = { 'x-robots-tag': 'noindex', vary: 'accept' } as const;

/** `GET /public/boards/{id}`: `{ board, charts }` with results, or 404 while the board is not public. */
export function publicBoardRoute(parts: PublicBoardParts): PageRoute {
  const { boards, charts, page, deletions, now } = parts;
  const answerOf = createPublicAnswers(now);

  const chartsOf = async ({ id, project_id }: Board, include?: 'results') => {
    const query = { size: LIST_SIZE.maximum, include };
    return (await charts.list({ projectIds: [project_id] }, id, query)).data;
  };
  /** A hash of all that an answer depends on except events; a change makes cached answers unused. */
  const stateOf = async (board: Board): Promise<string> => {
    const { id, title, description } = board;
    const made = [deletions(), id, title, description, await chartsOf(board)];
    return createHash('sha256').update(JSON.stringify(made)).digest('base64');
  };
  const read = async (board: Board): Promise<string> => {
    const { title, description } = board;
    const data = await chartsOf(board, 'results');
    const answer: PublicBoard = { board: { title, description }, charts: data.map(forAnybody) };
    return JSON.stringify(answer);
  };
  const find = async (publicId = '') =>
    boards.retrievePublic(
      requireFound(PUBLIC_ID.test(publicId) ? publicId : undefined, PUBLIC_BOARD),
    );

  return {
    method: 'GET',
    path: `${PUBLIC_BOARDS_PATH}/:publicId`,
    async handle({ params, headers }) {
      const board = await find(params.publicId);
      const answer = wantsPage(headers.accept)
        ? await page()
        : jsonText(await answerOf(await stateOf(board), () => read(board)));
      return { ...answer, headers: { ...answer.headers, ...HEADERS } };
    },
  };
}

/**
 * Leaves out the question and its error: the SQL, the conditions and the engine's message tell more than is
 * drawn, such as whom a team excludes from its figures.
 */
function forAnybody(chart: Chart): PublicChart {
  const { query: _sql, project_id: _project, steps: _steps, settings, results, ...shown } = chart;
  return {
    ...shown,
    settings: settings && withoutConditions(settings),
    ...(results === undefined ? {} : { results: results.error === undefined ? results : FAILED }),
  };
}

const FAILED: ChartResults = {
  data: [],
  meta: [],
  rows: 0,
  error: 'This chart could not be loaded. The team that owns it can see why.',
};

const withoutConditions = ({
  anchors: _anchors,
  filters: _filters,
  entryFilter: _entry,
  retentionFilter: _return,
  retentionUserFilters: _users,
  ...drawn
}: ChartSettings): ChartSettings => drawn;
