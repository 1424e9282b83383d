// Request listeners of test servers that are async functions.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/**
 * Node waits for no promise of a listener: where a request breaks off in the middle of its body, as when its sender is
 * killed, the rejection of a bare async function would fail the whole test run. Here the connection ends, and the
 * request counts as not sent.
 */
export const asyncListener =
  (
    answer: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
  ): RequestListener =>
  (request, response) => {
    answer(request, response).catch(() => response.destroy());
  };
