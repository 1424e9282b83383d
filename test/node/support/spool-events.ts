// Events for a spool, and everything that can be read from one.
import type { QueuedEvent } from '../../../src/core/ports.js';
import type { Spool, Taken } from '../../../src/node/spool-port.js';

export const event = (id: string, text = ''): QueuedEvent => ({
  id,
  at: 1_700_000_000_000,
  json: JSON.stringify({ message_id: id, text }),
});

/** Reads everything that is left. */
export const takeAll = (spool: Spool) => {
  const all: Taken[] = [];
  while (spool.hasUnread('any')) all.push(spool.take(10));
  return {
    events: all.flatMap(({ events }) => events),
    ids: all.flatMap(({ events }) => events.map(({ id }) => id)),
    recovered: all.reduce((sum, { recovered }) => sum + recovered, 0),
    damaged: all.flatMap(({ damaged }) => damaged),
    duplicates: all.flatMap(({ duplicates }) => duplicates),
  };
};
