// Stopping has a deadline, also when the engine hangs, and no answered event is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../support/built.js';
import { childPids } from '../support/child-pids.js';
import { eventually, PATIENCE_MS } from '../support/eventually.js';
import { newDataFolder, startServer } from '../support/server.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';
import { chaintrailJson } from './cli/chaintrail.js';
import { anEvent } from './http/app-under-test.js';

/** Starts a server on an initialised data folder. */
const start = async (
  env: Readonly<Record<string, string>> = {},
  stdout: number | 'pipe' = 'pipe',
) => {
  const dataDirectory = await newDataFolder();
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));
  const child = spawn(process.execPath, [builtFile('server/bin'), 'serve'], {
    env: { ...process.env, CHAINTRAIL_DATA: dataDirectory, PORT: '0', ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { dataDirectory, child, output: () => output };
};

const post = (url: string, key: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('ends with status 1 at the deadline when the engine hangs, and keeps the events', async () => {
  const server = await startServer({ STOP_TIMEOUT_SECONDS: '2' });
  onTestFinished(server.dispose);
  const engines = await childPids(server.pid());
  expect(engines).toHaveLength(1);
  for (const pid of engines) {
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => kill(pid));
  }
  const event = anEvent({ type: 'identify', event: null, user_id: 'kept' });
  expect((await post(`${server.url}/v0/raw_events`, server.writeKey, [event])).status).toBe(200);
  expect(await server.stop()).toBe(1);
  expect(server.output()).toContain('Not stopped after 2 s');

  for (const pid of engines) process.kill(pid, 'SIGCONT');
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  await chaintrailJson(server.dataDirectory, ['backup', `${path}/backup`]);
  const restored = `${path}/restored`;
  await mkdir(restored);
  expect(await chaintrailJson(restored, ['restore', `${path}/backup`])).toMatchObject({
    event_rows: 1,
  });
});

it('cancels a long query when it stops', async () => {
  const server = await startServer({ STOP_TIMEOUT_SECONDS: '17' });
  onTestFinished(server.dispose);
  const query = `SELECT count() FROM (SELECT arrayJoin(range(1000000)) AS a) AS x
    CROSS JOIN (SELECT arrayJoin(range(1000000)) AS b) AS y WHERE sipHash64(a, b) = 1`;
  const asked = post(`${server.url}/v0/query`, server.apiKey, { query }).catch(() => 'cut');
  await expect(Promise.race([asked, pause(2_000, 'runs')])).resolves.toBe('runs');
  // If it waited for the query, the status would be 1: the query runs longer than STOP_TIMEOUT_SECONDS.
  expect(await server.stop()).toBe(0);
  expect(await asked).toBe('cut');
});

it('ends on SIGTERM while it starts, which process 1 of a container does not do by default', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const asked = once(silent, 'connection');
  const { child } = await start({ APPLICATION_URL: `postgres://chaintrail@127.0.0.1:${port}/db` });
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  await asked;
  child.kill('SIGTERM');
  expect(await gone).toEqual([143, null]);
});

it('keeps running when its output is closed, and stops cleanly', async () => {
  const { child, output } = await start();
  const url = await eventually(
    () => output().includes('Ctrl-C') && output().match(/http:\S+/)?.[0],
  );
  child.stdout?.destroy();
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

it('writes only JSON to stdout with LOG=json, and what it prints for people to stderr', async () => {
  const { child, output } = await start({ LOG: 'json' });
  let stdout = '';
  child.stdout?.on('data', (text: string) => {
    stdout += text;
  });
  const url = await eventually(
    () => output().includes('Ctrl-C') && output().match(/http:\S+/)?.[0],
  );
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const gone = once(child, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
  expect(output()).toContain('Stopping');
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).route)).toContain('/healthz');
});

it.each([
  ['its output', {}],
  ['its log', { LOG: 'json' }],
])('keeps running when %s is on a full disk, and stops cleanly', async (_, env) => {
  const full = await open('/dev/full', 'w');
  onTestFinished(() => full.close());
  const { child, dataDirectory, output } = await start(env, full.fd);
  await eventually(() => /ENOSPC|Ctrl-C/.test(output()));
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  // The command asks the server, so it is still running, and has a request to log.
  expect(await chaintrailJson(dataDirectory, ['keys', 'list'])).toHaveLength(1);
  await eventually(() => output().includes('The output could not be written: ENOSPC'));
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended, as it should.
  }
};

it('stops as by SIGTERM when its terminal is closed, which tells all of its processes', async () => {
  const { child, output } = await start();
  await eventually(async () => expect(output()).toContain('Ctrl-C'));
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
  for (const pid of await childPids(child.pid ?? 0)) process.kill(pid, 'SIGHUP');
  child.kill('SIGHUP');
  await eventually(async () => expect(output()).toContain('Stopping'));
  // The terminal's shell sends it again.
  child.kill('SIGHUP');
  expect(await gone).toEqual([0, null]);
  expect(output()).not.toContain('"level":"error"');
});
