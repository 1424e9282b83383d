// Moves events from the spool on disk to the queue in memory, which holds no more than its bound.
import type { QueuedEvent } from '../core/ports.js';
import type { Queue } from '../core/queue.js';
import type { Tally } from '../core/tally.js';
import { TrackerError } from '../core/tracker-error.js';
import { utf8Length } from '../net/utf8-length.js';
import { QUEUED, REFUSED, STORED } from './acceptance.js';
import type { Room } from './room.js';
import type { Acceptance, FullPolicy } from './server-tracker-types.js';
import type { Spool, Taken } from './spool-port.js';

/** Events that are read back from disk at a time. */
const TAKE_AT_ONCE = 500;

/** The queue is filled from the disk up to this part of its bound; new calls may use the rest. */
const REFILL_TO = 0.5;

export interface SpoolFeedOptions {
  readonly spool: Spool;
  readonly queue: Queue;
  readonly tally: Tally;
  readonly whenFull: FullPolicy;
  /** How full the queue is: 1 is the bound. */
  readonly fill: () => number;
  readonly refuse: (messageId: string, detail: string) => Promise<Acceptance>;
  /** Where callers wait when the disk refused their event. */
  readonly memory: Room;
  readonly disk: Room;
  readonly wake: () => void;
}

export interface SpoolFeed {
  accept(event: QueuedEvent): Promise<Acceptance>;
  /** Reads back from the disk as many events as memory has room for. */
  refill(): void;
  flush(run: (options: { timeoutMs: number }) => Promise<void>, timeoutMs: number): Promise<void>;
  /**
   * Leaves what waits on disk to the next process; events that the disk does not take are dropped.
   */
  close(): void;
}

export const createSpoolFeed = (options: SpoolFeedOptions): SpoolFeed => {
  const { spool, queue, tally, whenFull, fill, refuse, memory, disk } = options;

  const refuseTwin = (id: string) =>
    tally.drop('duplicate', 'an event with this id is queued already', id);

  const count = ({ recovered, duplicates, damaged }: Taken) => {
    tally.recover(recovered);
    for (const id of duplicates) refuseTwin(id);
    for (const place of damaged) tally.drop('damaged', `${place} could not be read`);
  };

  const refill = () => {
    while (spool.hasUnread('any') && fill() < REFILL_TO) {
      const taken = spool.take(TAKE_AT_ONCE);
      count(taken);
      queue.add(taken.events, true);
    }
    options.wake();
  };
  spool.onAdopted(refill);
  void spool.ready.then(refill);

  /**
   * Gives up the oldest part of the spool. Events of it that are in a request are left to its
   * answer.
   */
  const makeRoom = () => {
    const part = spool.dropOldest();
    if (!part) return false;
    count(part);
    const detail = 'the spool is at its bound on disk';
    for (const { id } of part.events) tally.drop('queue_full', detail, id);
    const given = new Set(part.givenIds);
    for (const entry of queue.next(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)) {
      if (given.has(entry.id)) queue.drop(entry, 'queue_full', detail);
    }
    return true;
  };

  const mayWait = (room: Room) => whenFull === 'await' && room.isBusy();

  const answer = (): Promise<Acceptance> => {
    const acceptance = mayWait(disk) ? disk.wait('stored') : STORED;
    const synced = spool.synced();
    if (!synced) return acceptance;
    return synced.then((isSafe) => (isSafe ? acceptance : QUEUED));
  };

  return {
    accept: (event) => {
      if (spool.has(event.id)) {
        refuseTwin(event.id);
        return REFUSED;
      }
      const bytes = utf8Length(event.json);
      const mayDrop = whenFull === 'drop-oldest' && spool.hasRoom(bytes, true);
      while (!spool.hasRoom(bytes)) {
        if (!mayDrop || !makeRoom()) {
          return refuse(event.id, 'the spool is at its bound on disk');
        }
      }
      const hasMemory = fill() < 1;
      const isGiven = hasMemory && !spool.hasUnread('own');
      const isWritten = spool.write(event, isGiven);
      if (!isWritten && !hasMemory) return refuse(event.id, 'the disk failed and memory is full');
      if (isGiven || !isWritten) {
        queue.add([event], true);
        options.wake();
      }
      if (isWritten) return answer();
      return mayWait(memory) ? memory.wait('queued') : QUEUED;
    },
    refill,
    flush: async (run, timeoutMs) => {
      const deadline = performance.now() + timeoutMs;
      await spool.ready;
      for (;;) {
        refill();
        const isAllInMemory = !spool.hasUnread('any');
        const restMs = deadline - performance.now();
        if (restMs <= 0) {
          throw new TrackerError(`Not flushed within ${timeoutMs} ms: the spool keeps the rest.`);
        }
        await run({ timeoutMs: restMs });
        if (isAllInMemory) return;
      }
    },
    close: () => {
      for (const entry of queue.fitting(Number.POSITIVE_INFINITY, true)) {
        // An event that the disk refused, or that was given up while in a request, is in memory
        // alone.
        const isKept =
          spool.has(entry.id) || (spool.hasRoom(entry.bytes) && spool.write(entry, true));
        if (!isKept)
          queue.drop(entry, 'closed', 'close() ended before it was answered; the disk refused it');
      }
      spool.close();
    },
  };
};
