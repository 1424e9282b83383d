// What a method answers: a promise of the data, with a way to the answer around it.

import { ChaintrailError } from './errors.js';

/** An answer, read to its end. */
export interface ApiResponse<T> {
  readonly data: T;
  readonly response: Response;
  /** The answer's `X-Request-Id`. */
  readonly requestId: string | undefined;
}

/** A promise of the data, with two ways to the whole answer. */
export interface ApiCall<T> extends Promise<T> {
  /** The data together with status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>;
  /**
   * The answer as a `Response` with its body unread, JSON or not. Rejects like the call when the
   * status is no success.
   */
  asResponse(): Promise<Response>;
}

/** @param response resolves with the answer even where its body is no JSON */
export function apiCall<T>(
  answered: Promise<ApiResponse<T>>,
  response: Promise<Response>,
): ApiCall<T> {
  const data = answered.then((answer) => answer.data);
  // No unhandled rejection: the data's promise rejects for the same reason.
  response.catch(() => {});
  // A caller who takes the answer handles its failure there. Nobody awaits the data's promise then,
  // whose rejection must not be unhandled.
  const leave = <V>(promise: Promise<V>): Promise<V> => {
    data.catch(() => {});
    return promise;
  };
  return Object.assign(data, {
    withResponse: () => leave(answered),
    asResponse: () => leave(response),
  });
}

/** The same call with other data. When `change` throws, the answer was not what was asked for. */
export const mapCall = <T, U>(call: ApiCall<T>, change: (data: T) => U): ApiCall<U> =>
  apiCall(
    call.withResponse().then((answer) => {
      try {
        return { ...answer, data: change(answer.data) };
      } catch (cause) {
        const from = answer.response.url || 'the server';
        const message = `The response of ${from} is empty or unexpected. Check baseURL.`;
        throw new ChaintrailError(message, { cause });
      }
    }),
    call.asResponse(),
  );
