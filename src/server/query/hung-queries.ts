// Remembers the queries at which the engine hung: run again, each would block it for everybody once more.
import { wrongQuery } from './refuse.js';

export interface HungQueries {
  /** @throws {DomainError} BAD_REQUEST for a query that hung lately, or for any of a workspace with many of them */
  check(workspaceId: string, query: string): void;
  add(workspaceId: string, query: string): void;
}

interface Hang {
  readonly workspaceId: string;
  readonly query: string;
  /** By the same clock as `now`. */
  readonly until: number;
}

const REFUSED_MINUTES = 10;
/** When so many queries of a workspace hung within that time, all further ones are refused. */
const MOST = 3;

/** @param now milliseconds of a clock that never goes back; default: that of the process */
export function createHungQueries(now: () => number = () => performance.now()): HungQueries {
  let hangs: readonly Hang[] = [];
  return {
    check(workspaceId, query) {
      hangs = hangs.filter(({ until }) => until > now());
      const own = hangs.filter((hang) => hang.workspaceId === workspaceId);
      const isSame = own.some((hang) => hang.query === query);
      if (!isSame && own.length < MOST) return;
      const what = isSame ? 'The query' : 'Each of the last queries';
      throw wrongQuery(
        `${what} kept the database from answering until it was stopped. It is run again after ${REFUSED_MINUTES} minutes: narrow it by timestamp, or let it read less of each row.`,
      );
    },
    add(workspaceId, query) {
      hangs = [...hangs, { workspaceId, query, until: now() + REFUSED_MINUTES * 60_000 }];
    },
  };
}
