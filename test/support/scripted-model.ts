// A language model server on loopback with scripted answers, which records its requests.
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { asyncListener } from './async-listener.js';

export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string; readonly messages: readonly Record<string, string>[] };
}

export type ModelStep = (response: ServerResponse) => void;

export interface ScriptedModel {
  /** A value for CHAT_URL. */
  readonly url: string;
  readonly asked: ModelRequest[];
  /** Sets the next answers: each is given once, and the last one is repeated. */
  answer(...steps: readonly ModelStep[]): void;
  close(): Promise<void>;
}

export const raw =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): ModelStep =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

export const json = (status: number, body: unknown, headers?: Readonly<Record<string, string>>) =>
  raw(status, JSON.stringify(body), headers);

export const says = (content: unknown, finish_reason = 'stop') =>
  json(200, { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }] });

export async function startScriptedModel(): Promise<ScriptedModel> {
  const asked: ModelRequest[] = [];
  let steps: readonly ModelStep[] = [];
  const receive = asyncListener(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { url = '', headers } = request;
    asked.push({ path: url, headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    const [step = raw(500, 'nothing is scripted'), ...rest] = steps;
    if (rest.length > 0) steps = rest;
    step(response);
  });
  const server = createServer(receive);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    answer(...given) {
      steps = given;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
