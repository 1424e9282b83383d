// The check of every fetched answer: it accepts those that the OpenAPI document describes, and throws for others.
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createCleanup } from './cleanup.js';

const cleanUp = createCleanup();

/** A server with any answer, also one that Chaintrail would never give. */
const serve = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'x-request-id': 'req_1', ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port.');
  return `http://127.0.0.1:${address.port}`;
};

const answer = {
  data: [{ project_id: 'p', type: 'page', event: '', hits: 1 }],
  meta: [{ name: 'hits', type: 'UInt64' }],
  rows: 1,
  rows_before_limit_at_least: 1,
  statistics: { elapsed: 0.1, rows_read: 1, bytes_read: 1 },
};

describe('an answer', () => {
  it('is accepted when it matches the document', async () => {
    const url = await serve(200, answer);
    expect(await (await fetch(`${url}/v0/top_events?limit=1`)).json()).toEqual(answer);
  });

  it.each([
    ['lacks a field', 200, { ...answer, rows: undefined }, 'rows'],
    [
      'has a value of another type',
      200,
      { ...answer, data: [{ ...answer.data[0], hits: 'x' }] },
      'hits',
    ],
    ['has a status that is not described', 418, answer, '418'],
    ['is an error without an envelope', 400, { error: 'no' }, 'error'],
  ])('is refused when it %s', async (_what, status, body, word) => {
    const url = await serve(status, body);
    await expect(fetch(`${url}/v0/top_events`)).rejects.toThrow(word);
  });

  it('of another server is not checked', async () => {
    const url = await serve(418, {});
    expect((await fetch(`${url}/elsewhere`)).status).toBe(418);
  });
});
