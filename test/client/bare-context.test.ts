// Runs the client without Node: only with the globals that browsers, Deno, Bun and workers share.
import vm from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { RANDOM_KEY } from './random-key.js';
import { failure, json, type ScriptedServer, scriptedServer } from './scripted-server.js';

/** A part of the Minimum Common Web API (https://min-common-api.proposal.wintertc.org). */
const WEB = {
  AbortController,
  AbortSignal,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  btoa,
  clearTimeout,
  console,
  crypto,
  setTimeout,
};

let code: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [fromRoot('src/client/index.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'client',
    // With this platform, the build fails on an import of any Node module.
    platform: 'neutral',
    target: 'es2022',
  });
  code = outputFiles[0]?.text ?? '';
});

const runBare = async (use: string, server: ScriptedServer): Promise<unknown> => {
  const context = vm.createContext({ ...WEB, fetch: server.fetch });
  const result = await vm.runInContext(
    `${code}; (async () => { ${use} })().then((value) => JSON.stringify(value))`,
    context,
  );
  return JSON.parse(result);
};

it('sends requests, retries, pages through lists and writes with web globals alone', async () => {
  const again = failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' });
  const page = (data: string[], has_more: boolean) =>
    json({ data, page: has_more ? 1 : 2, has_more });
  const server = scriptedServer(
    again,
    json({ data: { address: '0x1' }, isSuccess: true }),
    page(['a'], true),
    page(['b'], false),
    json({ id: 'brd_1' }),
  );
  const answers = await runBare(
    `const { Chaintrail } = client;
     const chaintrail = new Chaintrail({ apiKey: 'ct_key', baseURL: 'https://api.test' });
     const profile = await chaintrail.profiles.retrieve('0x1');
     const boards = [];
     for await (const board of chaintrail.boards.list()) boards.push(board);
     return { profile, boards, made: await chaintrail.boards.create({ title: 'a' }) };`,
    server,
  );
  expect(answers).toEqual({
    profile: { address: '0x1' },
    boards: ['a', 'b'],
    made: { id: 'brd_1' },
  });
  expect(server.asked.at(-1)?.headers.get('idempotency-key')).toMatch(RANDOM_KEY);
});

it('throws its own error classes and checks the signature of webhooks', async () => {
  const server = scriptedServer(failure(404, 'PROFILE_NOT_FOUND'));
  const said = await runBare(
    `const { Chaintrail, ProfileNotFoundError, WebhookSignatureError } = client;
     const chaintrail = new Chaintrail({ apiKey: 'ct_key' });
     const missing = await chaintrail.profiles.retrieve('0x1').catch((error) => error);
     const forged = await chaintrail.webhooks.unwrap('{}', {}, 'secret').catch((error) => error);
     return [missing instanceof ProfileNotFoundError, missing.code, forged instanceof WebhookSignatureError];`,
    server,
  );
  expect(said).toEqual([true, 'PROFILE_NOT_FOUND', true]);
});
