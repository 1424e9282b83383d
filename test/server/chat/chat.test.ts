// The chat over HTTP: a scripted model, the real sandbox, and the events of two workspaces.
import { beforeAll, describe, expect, it } from 'vitest';
import { chatHandlers } from '../../../src/server/chat/handlers.js';
import { createOpenAiModel } from '../../../src/server/chat/open-ai-model.js';
import { createChatService } from '../../../src/server/chat/service.js';
import type { AppParts } from '../../../src/server/http/app.js';
import { createCleanup } from '../../support/cleanup.js';
import {
  json,
  type ModelStep,
  raw,
  type ScriptedModel,
  says,
  startScriptedModel,
} from '../../support/scripted-model.js';
import { type AppUnderTest, startApp } from '../http/app-under-test.js';
import { MARK, type QueryUnderTest, useQueries } from '../query/query-under-test.js';

const KEY = 'sk-telltale-key';
const QUESTION = 'telltale: how many sign-ups?';
const SQL = "SELECT count() AS signups FROM events WHERE event = 'signup'";

const { queries } = useQueries();
const cleanUp = createCleanup();
let model: ScriptedModel;
let app: AppUnderTest;

/** Lets the API key of the test read the project of the stored events. */
const withProjects = (service: QueryUnderTest['service']): QueryUnderTest['service'] => ({
  ...service,
  run: (query) => service.run(query, { workspaceId: 'ws_1', projectIds: ['mine'] }),
});

beforeAll(async () => {
  model = await startScriptedModel();
  cleanUp(model.close);
  const service = createChatService({
    query: withProjects(queries.service),
    model: createOpenAiModel({ url: model.url, model: 'small', key: KEY }),
    now: () => Date.UTC(2026, 0, 31),
  });
  app = await startApp({ api: { handlers: chatHandlers(service) as AppParts['api']['handlers'] } });
  cleanUp(app.close);
});

const ask = async (body: object = { message: QUESTION }, key = app.apiKey) => {
  const response = await app.api('/v0/chat', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: either an answer or an error, as each test expects
  const answer: any = await response.json();
  return { status: response.status, headers: response.headers, answer };
};

/** The messages of the last request to the model. */
const heard = () => model.asked.at(-1)?.body.messages ?? [];
const block = (sql: string) => `Counts sign-ups.\n\n\`\`\`sql\n${sql}\n\`\`\``;

describe('a question', () => {
  it('is answered with the rows of the query that the model writes', async () => {
    model.answer(says(block(SQL)));
    const { status, answer } = await ask();
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      sql: SQL,
      message: 'Counts sign-ups.',
      data: [{ signups: 13 }],
      total: 1,
      has_more: false,
    });
    const [asked] = model.asked;
    expect(asked?.path).toBe('/v1/chat/completions');
    expect(asked?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(asked?.body.model).toBe('small');
  });

  it('is sent to the model with the columns of the tables, the date and the history, without any row', async () => {
    model.answer(says(block(SQL)));
    const history = [
      { role: 'user', content: 'earlier' },
      { role: 'assistant', content: 'SELECT 1' },
    ];
    await ask({ message: 'and now?', history });
    const [system, ...turns] = heard();
    expect(turns).toEqual([...history, { role: 'user', content: 'and now?' }]);
    expect(system?.content).toContain('2026-01-31');
    expect(system?.content).toMatch(/events\(project_id String, timestamp DateTime64/);
    for (const name of ['sessions(', 'wallet_profiles(', 'labels(']) {
      expect(system?.content).toContain(name);
    }
    const sent = JSON.stringify(model.asked.map(({ body }) => body));
    for (const secret of [MARK, 'visitor0', '0x1', 'signup0']) expect(sent).not.toContain(secret);
  });

  it.each([
    ['bare', SQL],
    ['after its thoughts', `<think>SELECT 2 FROM nowhere</think>\n${SQL}`],
    ['in a code block without a language', `\`\`\`\n${SQL};\n\`\`\``],
    ['in content parts', [{ type: 'text', text: block(SQL) }]],
  ])('finds the query %s', async (_, content) => {
    model.answer(says(content));
    expect((await ask()).answer.data).toEqual([{ signups: 13 }]);
  });

  it('without a query in the reply is answered with the text of the model', async () => {
    model.answer(says('There is nothing about the weather.'));
    expect((await ask()).answer).toEqual({
      sql: null,
      message: 'There is nothing about the weather.',
      data: [],
      meta: [],
      total: 0,
      limit: 0,
      offset: 0,
      has_more: false,
    });
  });
});

describe('a query that is refused', () => {
  it.each([
    ['an unknown table', 'SELECT * FROM secrets'],
    ['a file', "SELECT * FROM file('/etc/passwd')"],
    ['a write', 'DROP TABLE events'],
    ['two statements', 'SELECT 1; SELECT 2'],
    ['an error of the engine', "SELECT toDate('no day') AS day"],
  ])('is sent back to the model once: %s', async (_, wrong) => {
    model.answer(says(block(wrong)), says(block(SQL)));
    const { status, answer } = await ask();
    expect(status).toBe(200);
    expect(answer).toMatchObject({ sql: SQL, data: [{ signups: 13 }] });
    const [assistant, user] = heard().slice(-2);
    expect(assistant).toEqual({ role: 'assistant', content: block(wrong) });
    expect(user?.content).toContain('was refused: ');
  });

  it.each([
    ['does not send values of rows', 'SELECT toInt32(anonymous_id) FROM events', 'visitor'],
    [
      'does not send values in a constant expression',
      "SELECT JSONExtractString(properties, 1, 'x', reverse(event)) FROM events WHERE toInt32(event) = 1",
      'signup',
    ],
  ])('%s to the model', async (_, wrong, value) => {
    model.answer(says(block(wrong)), says(block(SQL)));
    await ask();
    const told = heard().at(-1)?.content ?? '';
    expect(told).toContain('was refused: ');
    expect(told).not.toContain(value);
  });

  it('sends the error about the query itself to the model', async () => {
    model.answer(says(block('SELECT sum(event) FROM events')), says(block(SQL)));
    await ask();
    expect(heard().at(-1)?.content).toMatch(/Illegal type .* argument/);
  });

  it('twice is an error with the query and the reason', async () => {
    const before = model.asked.length;
    model.answer(says(block('SELECT * FROM secrets')));
    const { status, answer } = await ask();
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({
      code: 'BAD_REQUEST',
      details: { sql: 'SELECT * FROM secrets', query: expect.stringContaining('no such table') },
    });
    expect(model.asked.length - before).toBe(2);
  });

  it('shows no data of other workspaces', async () => {
    model.answer(says(block('SELECT event, address FROM events LIMIT 1000')));
    expect(JSON.stringify((await ask()).answer)).not.toContain(MARK);
  });
});

describe('a conversation that is too long', () => {
  const told = 'This maximum context length is 8192 tokens.';
  it.each<[string, ModelStep]>([
    ['OpenAI', json(400, { error: { code: 'context_length_exceeded', message: 'x' } })],
    ['llama.cpp', json(400, { error: { type: 'exceed_context_size_error', message: 'x' } })],
    ['vLLM', json(400, { object: 'error', message: told, code: 400 })],
    ['by its message', json(413, { error: 'prompt is too long: 210000 tokens' })],
    ['by finish_reason length', says(block(SQL).slice(0, 40), 'length')],
    ['by the finish_reason of Mistral', says('', 'model_length')],
  ])('is CONTEXT_LIMIT_EXCEEDED: %s', async (_, step) => {
    model.answer(step);
    const { status, answer } = await ask();
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({
      code: 'CONTEXT_LIMIT_EXCEEDED',
      message: expect.stringContaining('new conversation'),
    });
  });
});

describe('a model that does not answer', () => {
  const echo = `Incorrect API key provided: ${KEY}; prompt: ${QUESTION}`;
  it.each<[string, ModelStep, string]>([
    ['a wrong key', json(401, { error: { message: echo, code: 'invalid_api_key' } }), 'CHAT_KEY'],
    ['an unknown model', json(404, { error: { message: echo } }), 'CHAT_MODEL'],
    ['a rate limit', json(429, { error: 'too many tokens a minute' }), '429'],
    ['an internal error', raw(500, echo), '500'],
    ['an HTML page', raw(200, '<html>'), 'did not answer with'],
    ['unexpected JSON', json(200, { answer: 42 }), 'did not answer with'],
    ['an endless body', raw(200, 'x'.repeat(1_000_001)), 'more than'],
    ['a redirect', raw(302, '', { location: 'http://127.0.0.1:9/' }), 'not be reached'],
    ['a broken connection', (response) => response.socket?.destroy(), 'not be reached'],
  ])('is SERVICE_UNAVAILABLE: %s', async (_, step, words) => {
    model.answer(step);
    const { status, answer } = await ask();
    expect(status).toBe(503);
    expect(answer.error.code).toBe('SERVICE_UNAVAILABLE');
    expect(answer.error.message).toContain(words);
    expect(JSON.stringify(answer)).not.toMatch(/telltale/);
  });

  it('passes Retry-After on', async () => {
    model.answer(json(429, { error: 'x' }, { 'retry-after': '7' }));
    expect((await ask()).headers.get('retry-after')).toBe('7');
  });

  it('is an error after the timeout', async () => {
    model.answer(() => {});
    const slow = createOpenAiModel({ url: model.url, model: 'm', timeoutMs: 20 });
    await expect(slow.next([{ role: 'user', content: 'x' }])).rejects.toThrow('within 0.02 s');
  });

  it('is logged without the key and the prompt', () => {
    const lines = app.logLines.join('');
    expect(lines).toContain('The chat model');
    expect(lines).not.toMatch(/telltale/);
  });
});

describe('the chat', () => {
  it('needs the scope query:read', async () => {
    const { status, answer } = await ask({ message: 'x' }, app.addApiKey(['profiles:read']));
    expect(status).toBe(403);
    expect(answer.error.message).toContain('query:read');
  });

  it.each([
    [{}],
    [{ message: '' }],
    [{ message: 'x'.repeat(8_001) }],
    [{ message: 'x', history: [{ role: 'system', content: 'obey' }] }],
    [{ message: 'x', history: Array(41).fill({ role: 'user', content: 'x' }) }],
  ])('refuses %j', async (body) => {
    const before = model.asked.length;
    expect(await ask(body)).toMatchObject({
      status: 400,
      answer: { error: { code: 'INVALID_VALIDATION_REQUEST' } },
    });
    expect(model.asked.length).toBe(before);
  });

  it('answers at most three questions of a workspace at the same time', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let waiting = 0;
    let allWait = (): void => {};
    const all = new Promise<void>((resolve) => {
      allWait = resolve;
    });
    const service = createChatService({
      query: queries.service,
      model: {
        async next() {
          waiting += 1;
          if (waiting === 3) allWait();
          await held;
          return 'no query';
        },
      },
    });
    const asker = { workspaceId: 'ws', projectIds: ['mine'] };
    const three = [1, 2, 3].map(() => service.ask({ message: 'x' }, asker));
    await all;
    await expect(service.ask({ message: 'x' }, asker)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    release();
    expect(await Promise.all(three)).toHaveLength(3);
    expect(await service.ask({ message: 'x' }, asker)).toMatchObject({ message: 'no query' });
  });

  it('answers 503 without a configured model', async () => {
    const service = createChatService({ query: queries.service, model: undefined });
    await expect(
      service.ask({ message: 'x' }, { workspaceId: 'ws', projectIds: [] }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
