// Tells once that events do not reach their server, whatever is in the way: the network, a proxy, a wrong address.
import { attempt } from '../core/attempt.js';
import type { SendResult } from '../core/ports.js';
import type { TrackerFault } from '../core/tracker-types.js';
import { type EventsAnswer, readSendResult } from '../net/send-result.js';

/** With the sender's waits, that is some seconds: a server that is started again is back before. */
const TOLD_AT = 4;

/** Of a redirect's target. */
const MOST_CHARACTERS = 200;

/** Of the address that is shown, which ends with it. */
const WITHOUT_PATH = 'without /v0/raw_events';

const TOO_MANY_REQUESTS = 429;

/** No server of events is at the address, and waiting puts none there. */
const NOT_HERE: readonly number[] = [404, 405];

export interface HttpAnswer extends EventsAnswer {
  /** Where a redirect leads. */
  readonly location?: string | null | undefined;
}

/** Why a batch has to be sent again. */
interface Trouble {
  readonly what: string;
  readonly remedy: string;
  /** Only another address helps. */
  readonly isAddress: boolean;
  readonly cause?: unknown;
}

const readAnswer = ({ status, location }: HttpAnswer): Trouble => {
  // 0: where a runtime keeps to the Fetch standard, which shows of a redirect only that it is one.
  if (status === 0 || (status >= 300 && status < 400)) {
    const target = location ? ` to ${location.slice(0, MOST_CHARACTERS)}` : '';
    const what = `answers with a redirect${status ? ` (${status})` : ''}${target}`;
    return { what, remedy: `Set apiHost to where it leads, ${WITHOUT_PATH}.`, isAddress: true };
  }
  const isPage = status < 300;
  const what = `answers ${status}${isPage ? ' with a page' : ''}`;
  return isPage || NOT_HERE.includes(status)
    ? { what, remedy: `Set apiHost to the Chaintrail server, ${WITHOUT_PATH}.`, isAddress: true }
    : { what, remedy: 'See what its log says, or that of the proxy before it.', isAddress: false };
};

interface Failure {
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: Failure;
}

/** The system's own words: `fetch` hides them in a cause, and what tried two addresses has a code alone. */
const reasonOf = (cause: unknown): string =>
  attempt(() => {
    const failure = Object((cause as Failure).cause ?? cause) as Failure;
    return String(failure.message || failure.code || cause);
  }) ?? 'a failure that cannot be read';

const readFailure = (cause: unknown): Trouble => ({
  what: `is not reached (${reasonOf(cause)})`,
  remedy: 'Check apiHost, and that the server runs and can be reached from here.',
  isAddress: false,
  cause,
});

/**
 * Answers what sends: it gives each request's answer its meaning, and repeats what got none. Told again
 * only after a batch got through.
 *
 * @param url where events are sent to
 */
export const createReachability = (url: string, onFault: (fault: TrackerFault) => void) => {
  let failures = 0;
  let isTold = false;

  const suffer = (before: number, { what, remedy, isAddress, cause }: Trouble) => {
    // Requests that were out together fail together, and say the same once.
    if (before === failures) failures += 1;
    if (isTold || (!isAddress && failures < TOLD_AT)) return;
    isTold = true;
    const times = failures > 1 ? `, ${failures} times in a row` : '';
    const message = `${url} ${what}${times}: events are kept and sent again. ${remedy}`;
    onFault({ code: 'unreachable', message, ...(cause === undefined ? {} : { cause }) });
  };

  return async (ask: () => Promise<HttpAnswer>): Promise<SendResult> => {
    const before = failures;
    try {
      const answer = await ask();
      const result = readSendResult(answer);
      if (result.kind !== 'retry') {
        failures = 0;
        isTold = false;
      } else if (answer.status !== TOO_MANY_REQUESTS) suffer(before, readAnswer(answer));
      return result;
    } catch (cause) {
      suffer(before, readFailure(cause));
      return { kind: 'retry' };
    }
  };
};
