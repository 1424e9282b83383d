// An events server in memory: keeps what a tracker sends, and fails when told to.
import type { SendResult, Transport } from '../core/ports.js';
import { readSendResult } from '../net/send-result.js';

/** An event as it went over the wire. */
export interface TestEvent {
  readonly type: string;
  /** The event's name; null unless the type is `track`. */
  readonly event: string | null;
  readonly properties: Readonly<Record<string, unknown>> | null;
  readonly context: Readonly<Record<string, unknown>>;
  readonly address: string | null;
  readonly user_id: string | null;
  readonly anonymous_id: string;
  readonly session_id: string;
  readonly message_id: string;
  readonly original_timestamp: string;
  readonly sent_at: string;
}

export interface FailOptions {
  /** How many requests fail. Default 1. */
  readonly times?: number | undefined;
  /** The answer's `Retry-After`, in seconds. Default: none. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface TestServer {
  readonly transport: Transport;
  /** Events that the tracker accepted, in the order of the calls. */
  accept(events: readonly { readonly id: string }[]): void;
  /** What has arrived, each event once, in the order of the calls. */
  events(): readonly TestEvent[];
  /** Answers the next requests with an HTTP status; 0 stands for a network that is down. */
  failNext(status: number, options?: FailOptions): void;
  onArrival(run: () => void): () => void;
}

export const createTestServer = (): TestServer => {
  /** By message id: what has arrived of the event, if it has. */
  const kept = new Map<string, TestEvent | undefined>();
  const listeners = new Set<() => void>();
  let failures: readonly SendResult[] = [];

  return {
    transport: {
      send: async (body) => {
        const [failure, ...rest] = failures;
        failures = rest;
        if (failure) return failure;
        for (const event of JSON.parse(body()) as TestEvent[]) {
          // A key that is set again keeps its place.
          if (!kept.get(event.message_id)) kept.set(event.message_id, event);
        }
        for (const tell of [...listeners]) tell();
        return { kind: 'delivered' };
      },
    },
    accept: (accepted) => {
      for (const { id } of accepted) if (!kept.has(id)) kept.set(id, undefined);
    },
    events: () => [...kept.values()].filter((event) => event !== undefined),
    failNext: (status, { times = 1, retryAfterSeconds } = {}) => {
      const retryAfter = retryAfterSeconds === undefined ? null : String(retryAfterSeconds);
      const body = JSON.stringify({ error: `failNext(${status})` });
      const failure = readSendResult({ status, retryAfter, body });
      failures = [...failures, ...Array.from({ length: times }, () => failure)];
    },
    onArrival: (run) => {
      listeners.add(run);
      return () => void listeners.delete(run);
    },
  };
};
