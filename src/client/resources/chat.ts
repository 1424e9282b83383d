// `client.chat`: questions in words.
import type { RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { BodyOf, Operations } from '../operations.js';
import { type CallOptions, merge } from '../options.js';

/**
 * Default timeout of a question: the model and the database may each be asked twice, for up to a
 * minute and 20 s each time. Milliseconds.
 */
const TIMEOUT_MS = 200_000;

export const createChat = ({ call }: Operations) => ({
  /** A language model writes the query and the server runs it: `sql` says what was asked. */
  ask: (
    message: string,
    { history }: Pick<BodyOf<'askChat'>, 'history'> = {},
    options?: CallOptions,
  ): ApiCall<RouteAnswer<'askChat'>> =>
    call(
      'POST /v0/chat',
      { body: { message, history } },
      merge<CallOptions>({ timeout: TIMEOUT_MS }, options),
    ),
});

export type Chat = ReturnType<typeof createChat>;
