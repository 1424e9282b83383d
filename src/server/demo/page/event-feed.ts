// Asks the server, while the page is visible, what it has stored of this visitor.
import type { VisitorAnswer } from '../answer.js';

export interface EventFeedOptions {
  readonly anonymousId: () => string;
  readonly onAnswer: (answer: VisitorAnswer) => void;
  /** The server did not answer, or not with events; the feed goes on trying. */
  readonly onFailure: () => void;
}

export interface EventFeed {
  /** Call when something was sent: polls more often for a moment, to show it as soon as it is stored. */
  expectEvent(): void;
}

const INTERVAL_MS = 1_500;
const EAGER_INTERVAL_MS = 300;
/** They take three seconds in all: enough, since the SDK sends within one. */
const EAGER_TURNS = 10;
const MAX_INTERVAL_MS = 8_000;
const TIMEOUT_MS = 5_000;

export function startEventFeed({ anonymousId, onAnswer, onFailure }: EventFeedOptions): EventFeed {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let intervalMs = INTERVAL_MS;
  // The page view that the SDK records on load is expected from the start.
  let eagerTurns = EAGER_TURNS;

  async function turn(): Promise<void> {
    if (running || document.hidden) return;
    clearTimeout(timer);
    running = true;
    try {
      onAnswer(await readEvents(anonymousId()));
      intervalMs = INTERVAL_MS;
    } catch {
      onFailure();
      intervalMs = Math.min(intervalMs * 2, MAX_INTERVAL_MS);
    }
    running = false;
    eagerTurns -= 1;
    timer = setTimeout(turn, eagerTurns > 0 ? EAGER_INTERVAL_MS : intervalMs);
  }

  document.addEventListener('visibilitychange', turn);
  window.addEventListener('online', turn);
  void turn();
  return {
    expectEvent() {
      eagerTurns = EAGER_TURNS;
      void turn();
    },
  };
}

async function readEvents(anonymousId: string): Promise<VisitorAnswer> {
  const query = new URLSearchParams({ anonymous_id: anonymousId, limit: '50' });
  const response = await fetch(`/demo/events?${query}`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as VisitorAnswer;
}
