// Asks a model over OpenAI's chat completions API, which most model servers offer.
import { parseRetryAfter } from '../../net/retry-after.js';
import { DomainError } from '../errors/domain-error.js';
import { readBounded } from '../limits/read-bounded.js';
import type { ChatModel, ModelMessage } from './chat-model.js';
import type { ChatSettings } from './chat-settings.js';
import { type Completion, isAboutContext, readCompletion } from './completion.js';

export interface OpenAiModelOptions extends ChatSettings {
  /** Most time for one answer of the model. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

const TIMEOUT_MS = 60_000;
const MOST_BYTES = 1_000_000;
const LONGEST_WAIT_SECONDS = 60;

/**
 * Errors say what happened, but never quote what was sent: prompts and keys must not reach logs or callers.
 */
export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { url, model, key, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const address = url.endsWith('/chat/completions') ? url : `${url}/chat/completions`;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };

  const post = async (messages: readonly ModelMessage[]) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ model, messages, stream: false }),
        // Redirects are refused, so that the key is sent to this address alone.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { response, text: await readBounded(response, MOST_BYTES) };
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw unavailable(isLate ? `gave no answer within ${timeoutMs / 1_000} s` : reasonOf(error));
    }
  };

  return {
    async next(messages) {
      const { response, text } = await post(messages);
      if (text === undefined) throw unavailable(`answered more than ${MOST_BYTES} bytes`);
      const completion = readCompletion(text);
      // A 429 may mention tokens, too, but means the rate limit and not the length of the conversation.
      const isCounted = response.status !== 429;
      if (isCounted && completion && isAboutContext(completion)) throw tooMuch();
      if (!response.ok) throw refused(response);
      if (completion?.content === undefined) {
        throw unavailable('did not answer with a chat completion');
      }
      return said(completion);
    },
  };
}

const said = ({ content, refusal }: Completion): string => content || refusal || '';

const tooMuch = (): DomainError =>
  new DomainError(
    'CONTEXT_LIMIT_EXCEEDED',
    'The conversation is longer than the model accepts. Shorten the message, or start a new conversation.',
    { param: 'body.message' },
  );

function refused({ status, headers }: Response): DomainError {
  if (status === 401 || status === 403) {
    return unavailable(`rejected the key of this server (${status}): check CHAT_KEY`);
  }
  if (status === 404) return unavailable('was not found (404): check CHAT_URL and CHAT_MODEL');
  const waitMs = parseRetryAfter(headers.get('retry-after'), Date.now());
  const seconds = Math.ceil((waitMs ?? 0) / 1_000);
  return unavailable(
    status === 429 ? 'is rate limited (429)' : `failed (${status})`,
    seconds > 0 && seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined,
  );
}

const unavailable = (what: string, retryAfterSeconds?: number): DomainError =>
  new DomainError('SERVICE_UNAVAILABLE', `The chat model ${what}.`, {
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });

/** Only codes such as ECONNREFUSED are reported: the text of an error may hold addresses or other secrets. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : '';
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code)
    ? `could not be reached (${code})`
    : 'could not be reached';
}
