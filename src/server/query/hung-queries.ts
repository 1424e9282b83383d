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
      throw wrongQuery(
        own.length < MOST
          ? `The query blocked the database until it was stopped, and is refused for ${REFUSED_MINUTES} minutes. Narrow it by timestamp, or let it read less of each row.`
          : `The last ${own.length} queries of the workspace blocked the database until they were stopped. Its queries are refused for up to ${REFUSED_MINUTES} minutes; wait until then.`,
      );
    },
    add(workspaceId, query) {
      hangs = [...hangs, { workspaceId, query, until: now() + REFUSED_MINUTES * 60_000 }];
    },
  };
}
