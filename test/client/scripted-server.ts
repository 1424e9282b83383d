// A `fetch` with scripted answers that records its requests.
import type { Fetch } from '../../src/client/options.js';

/** An answer, an error to throw, or a function that returns either. */
export type Step = Response | Error | ((init: RequestInit) => Response | Promise<Response>);

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly init: RequestInit;
}

export interface ScriptedServer {
  readonly fetch: Fetch;
  readonly asked: Asked[];
}

export const json = (
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Response =>
  new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers },
  });

export const failure = (status: number, code: string, headers?: Record<string, string>): Response =>
  json(
    { error: { code, message: `it is ${code}`, doc_url: `https://x.test/errors#${code}` } },
    { status, ...(headers ? { headers } : {}) },
  );

/** Never answers, and rejects when the signal of the request aborts, as with a hanging server. */
export const hanging =
  (server: () => ScriptedServer): Step =>
  () =>
    new Promise((_, reject) => {
      const signal = server().asked.at(-1)?.init.signal;
      const end = () => reject(signal?.reason);
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end);
    });

/** Answers the steps in order, and repeats the last one. */
export function scriptedServer(...steps: readonly Step[]): ScriptedServer {
  const asked: Asked[] = [];
  return {
    asked,
    fetch: async (url, init) => {
      const step = steps[Math.min(asked.length, steps.length - 1)];
      asked.push({
        method: String(init.method),
        url: new URL(url),
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        init,
      });
      if (step === undefined) throw new Error('Nothing is scripted.');
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(init) : step.clone();
    },
  };
}
