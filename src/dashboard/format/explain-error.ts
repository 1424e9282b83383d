// Explains an error to the user, and says what they can do about it.
import {
  ApiError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from '../../client/errors.js';

export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** A command to run where the server runs. */
  readonly command?: string;
  readonly mayRepeat: boolean;
}

/** The scopes of a key that can see everything in the dashboard, and change nothing. */
export const READ_SCOPES =
  'query:read,profiles:read,boards:read,segments:read,alerts:read,contracts:read';
export const KEY_COMMAND = `npx chaintrail keys create --name dashboard --scopes ${READ_SCOPES}`;
/** Makes a key for all forms of the dashboard. */
export const WRITE_COMMAND = `${KEY_COMMAND},profiles:write,segments:write,boards:write,alerts:write,contracts:write`;
/** `KEY_COMMAND` with one more scope, unless it has that scope already. */
export const keyCommandWith = (scope: string | undefined): string =>
  scope === undefined || READ_SCOPES.split(',').includes(scope)
    ? KEY_COMMAND
    : `${KEY_COMMAND},${scope}`;

/** Turns the path of a field, `body.recipient.0.value.1`, into the words of the form: `recipient 1 value 2`. */
const fieldWords = (param: string): string =>
  param
    .replace(/^body\./, '')
    .replace(/\.(\d+)/g, (_, at: string) => ` ${Number(at) + 1}`)
    .replace(/[._]/g, ' ');

/**
 * The message of the API, without the status and code that the client puts before it. An error without a code
 * comes from something else, such as a proxy while the server starts; its HTML page is not shown.
 */
const saidBy = ({ status, code, message }: ApiError): string =>
  code === undefined
    ? `A proxy in front of the server answered with status ${status}.`
    : message.replace(`${status} ${code} `, '');

/** Says why the API refused a form. Where its message begins with a field's path, words of the form replace that. */
function refusalOf(error: ApiError): string {
  const { param } = error;
  const message = saidBy(error);
  if (param === undefined || !message.startsWith(param)) return message;
  const words = fieldWords(param);
  return words.charAt(0).toUpperCase() + words.slice(1) + message.slice(param.length);
}

/** @param isWrite whether something should have been saved */
export function explainError(error: unknown, isWrite = false): Explanation {
  if (error instanceof PermissionDeniedError) {
    const scope = /\b[a-z]+:(read|write)\b/.exec(error.message)?.[0];
    return {
      title: scope ? `This key lacks the scope ${scope}` : 'This key has no access to this',
      advice: 'Scopes cannot be added to a key. Create a new key and sign in with it:',
      command: keyCommandWith(scope),
      mayRepeat: false,
    };
  }
  if (error instanceof NotFoundError) {
    return {
      // The API's message names what is missing: `There is no board "brd_1".`
      title: error.code === undefined ? 'Not found' : saidBy(error).replace(/\.$/, ''),
      advice: error.message.includes('public board')
        ? 'It was deleted, or is no longer public.'
        : 'It was deleted, or it belongs to another workspace.',
      mayRepeat: false,
    };
  }
  if (error instanceof RateLimitError) {
    return {
      title: 'Too many requests',
      // The message names the limit: of requests, or of queries that run at once.
      advice: saidBy(error),
      mayRepeat: true,
    };
  }
  if (error instanceof ConnectionError) {
    return {
      title: 'The server does not answer',
      advice: 'Check that it is running and that this browser is online, then try again.',
      mayRepeat: true,
    };
  }
  if (error instanceof ApiError && error.status < 500 && isWrite) {
    return { title: 'This was not saved', advice: refusalOf(error), mayRepeat: true };
  }
  if (error instanceof ApiError) {
    const id = error.requestId === undefined ? '' : ` Request ${error.requestId}.`;
    return {
      title: error.status >= 500 ? 'The server could not answer' : 'The request was rejected',
      advice: `${error.code === undefined ? saidBy(error) : error.message}${id}`,
      mayRepeat: true,
    };
  }
  return { title: 'Something went wrong', advice: String(error), mayRepeat: true };
}
