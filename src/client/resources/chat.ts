// `client.chat`: questions in words.
import type { RouteAnswer } from '../answers.js';
import type { ApiCall } from '../api-call.js';
import type { BodyOf, Operations } from '../operations.js';
import { type CallOptions, merge } from '../options.js';

/** Models take their time and may be asked twice, as may the database: a minute and 20 s each. */
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
