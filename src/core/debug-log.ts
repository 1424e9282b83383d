// Logs each event's way through storage and network in plain words, for the option `debug`.
import { attempt } from './attempt.js';
import type { Ports, QueuedEvent } from './ports.js';

interface Named {
  readonly type: string;
  readonly event: string | null;
}

/** The names of events, such as `track swap` or `page`. Their contents are not logged. */
const nameAll = (json: string): readonly string[] =>
  attempt(() =>
    (JSON.parse(json) as Named[]).map(({ type, event }) => (event ? `${type} ${event}` : type)),
  ) ?? ['unreadable'];

/** Logs the events that the queue took, if there is a `log`. */
export const logQueued = ({ log }: Pick<Ports, 'log'>, events: readonly QueuedEvent[]): void => {
  if (log) for (const { id, json } of events) log(`queued: ${nameAll(`[${json}]`)} as ${id}`);
};

/** The same ports; if there is a `log`, they log what is stored and sent. */
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
        const names = nameAll(body());
        log(`sent in a batch of ${names.length}: ${names.join(', ')}`);
        const result = await transport.send(body, options);
        log(`${result.kind}: ${names.join(', ')}`);
        return result;
      },
    },
  };
};
