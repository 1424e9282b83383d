// What a method answers: a promise of the data, with a way to the answer around it.

import { ChaintrailError } from './errors.js';

/** An answer, read to its end. */
export interface ApiResponse<T> {
  readonly data: T;
  readonly response: Response;
  /** Of `X-Request-Id`. */
  readonly requestId: string | undefined;
}

/** Await it for the data. */
export interface ApiCall<T> extends Promise<T> {
  /** The data together with status, headers and request id. */
  withResponse(): Promise<ApiResponse<T>>;
  /** The answer alone, its body unread, be it JSON or not. Rejects like the call when it is no success. */
  asResponse(): Promise<Response>;
}

/** @param response of the answer, which comes also where the answer cannot be read */
export function apiCall<T>(
  answered: Promise<ApiResponse<T>>,
  response: Promise<Response>,
): ApiCall<T> {
  const data = answered.then((answer) => answer.data);
  // The data's promise rejects for the same reason.
  response.catch(() => {});
  // Whoever takes the answer handles its failure there; the data's promise has nobody then.
  const leave = <V>(promise: Promise<V>): Promise<V> => {
    data.catch(() => {});
    return promise;
  };
  return Object.assign(data, {
    withResponse: () => leave(answered),
    asResponse: () => leave(response),
  });
}

/** The same call with other data. */
export const mapCall = <T, U>(call: ApiCall<T>, change: (data: T) => U): ApiCall<U> =>
  apiCall(
    call.withResponse().then((answer) => {
      try {
        return { ...answer, data: change(answer.data) };
      } catch (cause) {
        const from = answer.response.url || 'the server';
        const message = `The answer of ${from} is empty, or not what was asked for. Check baseURL.`;
        throw new ChaintrailError(message, { cause });
      }
    }),
    call.asResponse(),
  );
