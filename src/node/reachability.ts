// Reports once that events do not reach their server, whatever is in the way: the network, a proxy,
// a wrong `apiHost`.
import { attempt } from '../core/attempt.js';
import type { SendResult } from '../core/ports.js';
import type { TrackerFault } from '../core/tracker-types.js';
import { type EventsAnswer, readSendResult } from '../net/send-result.js';
import { speaksNoTls } from '../net/speaks-no-tls.js';

/**
 * Failures in a row before they are reported. With the sender's backoff that is some seconds: a
 * server that is restarted is back before.
 */
const TOLD_AT = 4;

/** How much of a redirect's target is shown. */
const MOST_CHARACTERS = 200;

/** The URL in the message ends with this path, which `apiHost` must not have. */
const WITHOUT_PATH = 'without /v0/raw_events';

const TOO_MANY_REQUESTS = 429;

/** There is no events server at this URL, and waiting does not change that. */
const NOT_HERE: readonly number[] = [404, 405];

export interface HttpAnswer extends EventsAnswer {
  /** Where a redirect leads. */
  readonly location?: string | null | undefined;
}

/** Why a batch has to be sent again, and what to do about it. */
interface Trouble {
  readonly what: string;
  readonly remedy: string;
  /** Only another `apiHost` helps. */
  readonly isAddress: boolean;
  readonly cause?: unknown;
}

const readAnswer = ({ status, location }: HttpAnswer): Trouble => {
  // Status 0 is a redirect as well: the Fetch standard shows nothing else of one that is not
  // followed.
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

/**
 * The system's own message: `fetch` puts it into `cause`, and a failure of two addresses has only a
 * code.
 */
const reasonOf = (cause: unknown): string =>
  attempt(() => {
    const failure = Object((cause as Failure).cause ?? cause) as Failure;
    return String(failure.message || failure.code || cause);
  }) ?? 'a failure that cannot be read';

const readFailure = (cause: unknown): Trouble => {
  const reason = reasonOf(cause);
  return speaksNoTls(reason)
    ? {
        what: 'is not reached (no TLS is spoken there)',
        remedy:
          'Set apiHost to the address with http: in place of https:, or to the proxy that adds TLS.',
        isAddress: true,
        cause,
      }
    : {
        what: `is not reached (${reason})`,
        remedy: 'Check apiHost, and that the server runs and can be reached from here.',
        isAddress: false,
        cause,
      };
};

/**
 * Answers a function that runs a request and turns its answer, or its failure, into a `SendResult`.
 * Trouble is reported once, and again only after a batch got through.
 *
 * @param url where events are sent to
 */
export const createReachability = (url: string, onFault: (fault: TrackerFault) => void) => {
  let failures = 0;
  let isTold = false;

  const suffer = (before: number, { what, remedy, isAddress, cause }: Trouble) => {
    // Requests that ran at the same time fail together, and count as one failure.
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
