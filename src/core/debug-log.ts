// Tells each event's way through storage and network in plain words, for `debug`.
import { attempt } from './attempt.js';
import type { Ports, QueuedEvent } from './ports.js';

interface Named {
  readonly type: string;
  readonly event: string | null;
}

/** `track swap`, `page`: what an event is called. Nothing of what it carries is told. */
const nameAll = (json: string): readonly string[] =>
  attempt(() =>
    (JSON.parse(json) as Named[]).map(({ type, event }) => (event ? `${type} ${event}` : type)),
  ) ?? ['unreadable'];

/** Tells the `log`, if there is one, what the queue took. */
export const logQueued = ({ log }: Pick<Ports, 'log'>, events: readonly QueuedEvent[]): void => {
  if (log) for (const { id, json } of events) log(`queued: ${nameAll(`[${json}]`)} as ${id}`);
};

/** The same ports; with a `log`, they tell what passes. */
export const logPorts = (ports: Ports): Ports => {
  const { log, store, transport } = ports;
  if (!log) return ports;
  return {
    ...ports,
    store: {
      ...store,
      append: async (events) => {
        await store.append(events);
        log(`stored: ${nameAll(`[${events.map(({ json }) => json)}]`).join(', ')}`);
      },
    },
    transport: {
      send: async (body, options) => {
        const names = nameAll(body);
        log(`sent in a batch of ${names.length}: ${names.join(', ')}`);
        const result = await transport.send(body, options);
        log(`${result.kind}: ${names.join(', ')}`);
        return result;
      },
    },
  };
};
