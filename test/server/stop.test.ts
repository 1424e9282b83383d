// Stopping has a deadline, also when the engine hangs; nothing that was answered is lost by it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { builtFile } from '../support/built.js';
import { eventually } from '../support/eventually.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';
import { chaintrailJson } from './cli/chaintrail.js';
import { anEvent } from './http/app-under-test.js';

const start = (
  dataDirectory: string,
  env: Readonly<Record<string, string>> = {},
  stdout: number | 'pipe' = 'pipe',
) => {
  const child = spawn(process.execPath, [builtFile('server/bin'), 'serve'], {
    env: {
      ...process.env,
      CHAINTRAIL_DATA: dataDirectory,
      PORT: '0',
      STOP_TIMEOUT_SECONDS: '2',
      ...env,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
};

const childrenOf = async ({ pid }: ChildProcess): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'))
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);

it('ends with 1 at the deadline when the engine hangs, and keeps the events', async () => {
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  const { child, output } = start(path);
  const [url, writeKey] = await eventually(() => {
    const url = output().match(/serves (http:\S+)/)?.[1];
    const writeKey = output().match(/write key: (\S+)/)?.[1];
    return url !== undefined && writeKey !== undefined && [url, writeKey];
  });
  const engines = await childrenOf(child);
  expect(engines).toHaveLength(1);
  for (const pid of engines) {
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => kill(pid));
  }
  const response = await fetch(`${url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${writeKey}`, 'content-type': 'application/json' },
    body: JSON.stringify([anEvent({ type: 'identify', event: null, user_id: 'kept' })]),
  });
  expect(response.status).toBe(200);
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  child.kill('SIGTERM');
  expect(await gone).toEqual([1, null]);
  expect(output()).toContain('Not stopped after 2 s');

  for (const pid of engines) process.kill(pid, 'SIGCONT');
  const backup = `${path}/backup`;
  await chaintrailJson(path, ['backup', backup]);
  const restored = `${path}/restored`;
  await mkdir(restored);
  expect(await chaintrailJson(restored, ['restore', backup])).toMatchObject({ event_rows: 1 });
});

it('ends a long query when it stops, and does not wait for its end', async () => {
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  const { child, output } = start(path, { STOP_TIMEOUT_SECONDS: '14' });
  const [url, apiKey] = await eventually(() => {
    const url = output().match(/serves (http:\S+)/)?.[1];
    const apiKey = output().match(/ct_[0-9a-f]{48}/)?.[0];
    return url !== undefined && apiKey !== undefined && [url, apiKey];
  });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const query = `SELECT count() FROM (SELECT arrayJoin(range(1000000)) AS a) AS x
    CROSS JOIN (SELECT arrayJoin(range(1000000)) AS b) AS y WHERE sipHash64(a, b) = 1`;
  const body = JSON.stringify({ query });
  const asked = fetch(`${url}/v0/query`, { method: 'POST', headers, body }).catch(() => 'cut');
  await expect(Promise.race([asked, pause(2_000, 'runs')])).resolves.toBe('runs');
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  child.kill('SIGTERM');
  // With 1 if it waited: until the engine is killed after 15 s, or the query's time is up after 30 s.
  expect(await gone).toEqual([0, null]);
  expect(await asked).toBe('cut');
});

it('goes on when nobody reads its output any more, and stops cleanly', async () => {
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  const { child, output } = start(path);
  const url = await eventually(
    () => output().includes('Ctrl-C') && output().match(/http:\S+/)?.[0],
  );
  child.stdout?.destroy();
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

it('goes on when its log is on a full disk, and stops cleanly', async () => {
  const { path, remove } = await createTemporaryDirectory();
  onTestFinished(remove);
  const full = await open('/dev/full', 'w');
  onTestFinished(() => full.close());
  const { child, output } = start(path, { LOG: 'json' }, full.fd);
  await eventually(() => output().includes('The output cannot be written: ENOSPC'));
  const gone = once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
  // It is there: the command asks it.
  expect(await chaintrailJson(path, ['keys', 'list'])).toHaveLength(1);
  child.kill('SIGTERM');
  expect(await gone).toEqual([0, null]);
});

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already, as it should be.
  }
};
