// `chaintrail send`: its counts, its exit status, and that it continues where it stopped.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLines } from '../../../src/server/send/read-lines.js';
import { runSend } from '../../../src/server/send/send-command.js';
import { type Collector, startCollector } from '../../node/support/collector.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../support/temporary-directory.js';

let collector: Collector;
let folder: TemporaryDirectory;
beforeEach(async () => {
  collector = await startCollector();
  folder = await createTemporaryDirectory();
});
afterEach(async () => {
  await collector.close();
  await folder.remove();
});

const lineOf = (index: number, more: object = {}) =>
  JSON.stringify({ type: 'track', event: `e${index}`, ...more });
const lines = (count: number) => Array.from({ length: count }, (_, index) => lineOf(index));

async function* chunks(text: string, size = 1_000): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

const send = async (input: string | AsyncIterable<Uint8Array>, ...args: string[]) => {
  let stdout = '';
  let stderr = '';
  const status = await runSend(['--write-key', 'key', '--host', collector.url, ...args], {
    env: {},
    stdin: typeof input === 'string' ? chunks(input) : input,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signal: interrupt.signal,
  });
  return { status, stdout, stderr };
};
let interrupt = new AbortController();
beforeEach(() => {
  interrupt = new AbortController();
});

describe('chaintrail send', () => {
  it('sends every line, adds the required fields, and ends with 0', async () => {
    const mine = lineOf(1, { message_id: 'mine', channel: 'api', version: null });
    // Two equal lines are two events.
    const more = [mine, lineOf(1), lineOf(1), lineOf(1, { message_id: null })];
    expect(await send([...lines(2_500), '', ...more].join('\n'))).toEqual({
      status: 0,
      stdout: '2504 sent, 0 quarantined, 0 failed\n',
      stderr: '',
    });
    expect(collector.kept.size).toBe(2_504);
    expect([...collector.kept.keys()].filter((id) => typeof id !== 'string')).toEqual([]);
    expect(collector.kept.get('mine')).toMatchObject({ channel: 'api', version: '0' });
    expect(collector.requests[0]?.events[0]).toMatchObject({ channel: 'import', version: '0' });
    expect(collector.requests[0]?.headers.authorization).toBe('Bearer key');
  });

  it.each([
    ['CHAINTRAIL_URL', {}],
    ['CHAINTRAIL_HOST, its older name', { CHAINTRAIL_URL: undefined }],
    ['CHAINTRAIL_HOST, where the other is empty', { CHAINTRAIL_URL: ' ' }],
  ])('reads the URL of the server from %s', async (_, env) => {
    const other = await startCollector();
    const isByUrl = !('CHAINTRAIL_URL' in env);
    const status = await runSend(['--write-key', 'key'], {
      env: {
        CHAINTRAIL_URL: `${other.url}\n`,
        CHAINTRAIL_HOST: isByUrl ? collector.url : other.url,
        ...env,
      },
      stdin: chunks(lineOf(0)),
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      signal: interrupt.signal,
    });
    await other.close();
    expect([status, other.kept.size, collector.kept.size]).toEqual([0, 1, 0]);
  });

  it('gives the events of the same input the same ids again', async () => {
    await send(lines(20).join('\n'));
    await send(lines(20).join('\n'));
    expect([collector.kept.size, collector.repeated]).toEqual([20, 20]);
  });

  it('counts quarantined and failed events, reports the reasons, and ends with 1', async () => {
    collector.answer = ({ events }) => {
      const bad = events.filter(({ event }) => event === 'e1').length;
      if (bad === events.length) return { status: 400, body: '{"error":"No event is valid: e1."}' };
      const body = { successful_rows: events.length - bad, quarantined_rows: bad };
      return { status: 200, body: JSON.stringify(body) };
    };
    const { status, stdout, stderr } = await send(`${lines(3).join('\n')}\n{"half":\n[1]\n`);
    expect(stdout).toBe('2 sent, 1 quarantined, 2 failed\n');
    expect(stderr).toMatch(
      /^line 4: it is not valid JSON: .*\nline 5: it is not a JSON object\n.*chaintrail quarantine .*\n$/,
    );
    expect(status).toBe(1);
    expect((await send(lineOf(1))).stdout).toBe('0 sent, 1 quarantined, 0 failed\n');
  });

  it('splits a batch after 413, and repeats it after 503 with one message', async () => {
    let count = 0;
    collector.answer = ({ events }) => {
      if (events.some(({ event }) => event === 'e5')) return { status: 413 };
      return count++ < 3 ? { status: 503, headers: { 'retry-after': '0' } } : { status: 200 };
    };
    const { status, stdout, stderr } = await send(lines(20).join('\n'));
    expect(stdout).toBe('19 sent, 0 quarantined, 1 failed\n');
    expect(stderr).toBe(
      `${collector.url}/v0/raw_events answered 503; trying again in 0 s\nline 6: it is too large for the server\n`,
    );
    expect(status).toBe(1);
  });

  it('stops with 3 when the server refuses the key', async () => {
    collector.answer = () => ({ status: 401, body: '{"error":"It is revoked."}' });
    const { status, stdout, stderr } = await send(lines(5).join('\n'));
    expect([status, stdout]).toEqual([3, '0 sent, 0 quarantined, 0 failed\n']);
    expect(stderr).toContain(
      'the server refused the write key (It is revoked). Set the write key of a project there: --write-key or ' +
        'CHAINTRAIL_WRITE_KEY. Run it again with the same input',
    );
  });

  it('ends with 3 when the server cannot be reached', async () => {
    await collector.close();
    const { status, stderr } = await send(lines(5).join('\n'), '--give-up-after', '0');
    expect(status).toBe(3);
    expect(stderr).toContain('ECONNREFUSED');
    collector = await startCollector();
  });

  it.each([
    ['that does not exist', 'nowhere.ndjson', 'nowhere.ndjson cannot be read: ENOENT'],
    ['that is a folder', '.', 'is a folder'],
  ])('reports a file %s, and writes no state', async (_, name, reason) => {
    const state = join(folder.path, 'state.json');
    const file = join(folder.path, name);
    const { status, stderr } = await send('', '--file', file, '--resume', state);
    expect([status, existsSync(state)]).toEqual([2, false]);
    expect(stderr).toContain(file);
    expect(stderr).toContain(reason);
  });

  it('continues where it stopped', async () => {
    const state = join(folder.path, 'state.json');
    const text = lines(5_500).join('\n');
    collector.answer = () => (collector.requests.length > 3 ? { status: 401 } : { status: 200 });
    const first = await send(text, '--resume', state, '--concurrency', '1');
    expect(first).toMatchObject({ status: 3, stdout: '3000 sent, 0 quarantined, 0 failed\n' });
    expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ lines: 3_000 });
    collector.answer = () => ({ status: 200 });
    const second = await send(text, '--resume', state);
    expect(second).toMatchObject({ status: 0, stdout: '5500 sent, 0 quarantined, 0 failed\n' });
    expect([collector.kept.size, collector.repeated]).toEqual([5_500, 0]);
    const third = await send(text, '--resume', state);
    expect(third).toMatchObject({ status: 0, stdout: '5500 sent, 0 quarantined, 0 failed\n' });
    const other = await send(lineOf(9), '--resume', state);
    expect(other.status).toBe(2);
    expect(other.stderr).toContain('has the progress of another input');
  });

  it('reports what it sent when reading fails, and continues from there', async () => {
    const state = join(folder.path, 'state.json');
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${lines(1_500).join('\n')}\n`);
      throw new Error('EIO: i/o error, read');
    }
    const { status, stdout, stderr } = await send(broken(), '--resume', state);
    expect([status, stdout]).toEqual([3, '1000 sent, 0 quarantined, 0 failed\n']);
    expect(stderr).toBe(
      'Stopped before the end: EIO: i/o error, read. Run the same command again to continue from here.\n',
    );
    await send(lines(1_500).join('\n'), '--resume', state);
    expect([collector.kept.size, collector.repeated]).toEqual([1_500, 0]);
  });

  it('reports what it sent when the state cannot be written any more', async () => {
    const state = join(folder.path, 'state.json');
    collector.answer = () => {
      mkdirSync(`${state}.new`, { recursive: true });
      return { status: 200 };
    };
    const { status, stdout, stderr } = await send(lines(5).join('\n'), '--resume', state);
    expect([status, stdout]).toEqual([3, '5 sent, 0 quarantined, 0 failed\n']);
    expect(stderr).toMatch(/^Stopped before the end: .*state\.json cannot be written: EISDIR/);
    expect(stderr).not.toContain('..');
  });

  it('refuses a different input with the same beginning', async () => {
    const state = join(folder.path, 'state.json');
    await send(lines(3).join('\n'), '--resume', state);
    for (const other of [[lineOf(0), lineOf(7), lineOf(8), lineOf(9)], lines(2)]) {
      const { status, stderr } = await send(other.join('\n'), '--resume', state);
      expect(status).toBe(2);
      expect(stderr).toContain('has the progress of another input');
    }
    expect(collector.kept.size).toBe(3);
  });

  it('ends at once when interrupted, also while it waits for input', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${lines(1_500).join('\n')}\n`);
      interrupt.abort();
      await new Promise(() => {});
    }
    const { status, stdout, stderr } = await send(endless());
    expect(status).toBe(3);
    expect(stdout).toMatch(/^(1000|1500) sent/);
    expect(stderr).toContain('it was interrupted');
  });

  it('ends when interrupted, also during lines that it has already sent or repeats', async () => {
    const state = join(folder.path, 'state.json');
    await send(lines(3).join('\n'), '--resume', state);
    collector.answer = () => ({ status: 503 });
    async function* left(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${lineOf(0)}\n`);
      interrupt.abort();
      await new Promise(() => {});
    }
    for (const more of [['--resume', state], []]) {
      const { status, stderr } = await send(left(), ...more);
      expect([status, stderr.split('. ')[0]]).toEqual([
        3,
        'Stopped before the end: it was interrupted',
      ]);
    }
  });

  it('counts an input without events, and sends nothing if it cannot write the state', async () => {
    expect((await send('no event')).stdout).toBe('0 sent, 0 quarantined, 1 failed\n');
    const { status } = await send(lineOf(0), '--resume', join(folder.path, 'none', 'state.json'));
    expect([status, collector.requests.length]).toEqual([3, 0]);
  });

  it.each([
    [['--host', 'events.example'], '--host must be'],
    [['--url', 'events.example'], '--url must be'],
    [['--host', 'http://events.example:99999'], 'http://events.example:99999'],
    [['--write-key', 'eyJh…Pc'], '"…"'],
    [['--concurrency', '0'], '--concurrency'],
    [['--channel', 'tv'], '--channel'],
    [['--unknown'], '--unknown'],
    [['--give-up-after', ''], '--give-up-after is empty'],
    [['--resume', ''], '--resume is empty'],
    [['--file', ' '], '--file is empty'],
  ])('ends with 2 and names the wrong argument of %j', async (args, named) => {
    const { status, stderr } = await send('', ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(named);
  });

  it('does not overwrite a file that is not a state file', async () => {
    const state = join(folder.path, 'important.txt');
    writeFileSync(state, 'important');
    expect((await send(lineOf(1), '--resume', state)).stderr).toContain(
      'was not written by an earlier run',
    );
    expect(readFileSync(state, 'utf8')).toBe('important');
  });
});

it('readLines finds the lines of any text in any chunks, with the byte offset of each end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'ü', '€', ' ') })),
      fc.integer({ min: 1, max: 9 }),
      async (texts, size) => {
        const found = [];
        const whole = texts.map((text) => `${text}\n`).join('');
        for await (const line of readLines(chunks(whole, size), 1_000)) found.push(line);
        expect(found.map(({ text }) => text)).toEqual(texts);
        expect(found.at(-1)?.endByte ?? 0).toBe(Buffer.byteLength(whole));
      },
    ),
  );
});

it('readLines removes a byte order mark at the beginning of the input only', async () => {
  const found = [];
  for await (const line of readLines(chunks('\ufeffa\n\ufeffb', 2), 1_000)) found.push(line);
  expect(found).toEqual([
    { number: 1, text: 'a', endByte: 5 },
    { number: 2, text: '\ufeffb', endByte: 9 },
  ]);
});
