// A board that its team made public, read without a key at an address that cannot be guessed.
import type { Board } from '../../protocol/boards/board.js';
import type { Chart } from '../../protocol/boards/chart.js';
import { LIST_SIZE } from '../../protocol/limits.js';
import { jsonResponse, type PageResponse, type PageRoute } from '../http/page-route.js';
import { wantsPage } from '../http/wants-page.js';
import type { ChartsService } from './charts-service.js';
import { type BoardsService, PUBLIC_BOARDS_PATH } from './service.js';

/** Anybody may ask, as often as they like: the charts run once a minute at most. */
const KEEP_MS = 60_000;
const MOST_KEPT = 200;

interface PublicBoard {
  readonly board: Pick<Board, 'title' | 'description'>;
  readonly charts: readonly Chart[];
}

export interface PublicBoardParts {
  readonly boards: Pick<BoardsService, 'retrievePublic'>;
  readonly charts: Pick<ChartsService, 'list'>;
  /** What browsers get at the same address: a page that asks for the answer and draws it. */
  readonly page: () => Promise<PageResponse>;
  readonly now?: () => number;
}

/** Not by search engines, and each by itself in every cache. */
const HEADERS = { 'x-robots-tag': 'noindex', vary: 'accept' } as const;

/** `GET /public/boards/{id}`: `{ board, charts }` with results, or 404 while the board is not public. */
export function publicBoardRoute(parts: PublicBoardParts): PageRoute {
  const { boards, charts, page, now = Date.now } = parts;
  const kept = new Map<string, { readonly at: number; readonly answer: Promise<PublicBoard> }>();

  const read = async (board: Board): Promise<PublicBoard> => {
    const owner = { projectIds: [board.project_id] };
    const { data } = await charts.list(owner, board.id, {
      size: LIST_SIZE.maximum,
      include: 'results',
    });
    const { title, description } = board;
    return { board: { title, description }, charts: data };
  };
  const answerOf = (board: Board): Promise<PublicBoard> => {
    const known = kept.get(board.id);
    if (known && now() - known.at < KEEP_MS) return known.answer;
    const answer = read(board);
    kept.delete(board.id);
    kept.set(board.id, { at: now(), answer });
    answer.catch(() => kept.delete(board.id));
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
    return answer;
  };

  return {
    method: 'GET',
    path: `${PUBLIC_BOARDS_PATH}/:publicId`,
    async handle({ params, headers }) {
      const board = await boards.retrievePublic(params.publicId ?? '');
      const answer = wantsPage(headers.accept) ? await page() : jsonResponse(await answerOf(board));
      return { ...answer, headers: { ...answer.headers, ...HEADERS } };
    },
  };
}
