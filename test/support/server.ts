// Starts the built server as its users do, with a process and a data folder of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, PATIENCE_MS } from './eventually.js';
import { killWithThisProcess } from './kill-with-this-process.js';
import { copyMadeOnce } from './made-once.js';
import { SHORT_LIVED } from './node-flags.js';
import { fromRoot } from './project.js';
import { unusedPort } from './unused-port.js';

/** The executable of the built package. */
export const SERVER_BIN = fromRoot('dist/server/bin.js');

export interface TestServer {
  /** The origin, without a trailing slash. It stays the same after a restart. */
  readonly url: string;
  readonly dataDirectory: string;
  /** The keys that the first start printed. */
  readonly writeKey: string;
  readonly apiKey: string;
  /** The script tag that the first start printed. */
  readonly scriptTag: string;
  /** What the current process has printed so far. */
  output(): string;
  /** The id of the current process. */
  pid(): number;
  /** Ends it by SIGTERM, and resolves to the exit status. */
  stop(): Promise<number | null>;
  kill9(): Promise<void>;
  /** Starts it again on the same folder and port after `stop` or `kill9`. */
  restart(): Promise<void>;
  /** Ends it in any state, and deletes its data. */
  dispose(): Promise<void>;
}

export interface ServerProcess {
  readonly pid: number;
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
  /** Resolves to the exit status, or to null when the signal itself ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly dataDirectory: string;
  /** Default: one that no other process takes, also while this one is stopped. */
  readonly port?: string;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built server on a data folder, and resolves when it is ready for requests. */
export const startServerProcess = async (options: ServerProcessOptions): Promise<ServerProcess> => {
  const { dataDirectory, port = String(await unusedPort()), env = {} } = options;
  const child = spawn(process.execPath, [...SHORT_LIVED, SERVER_BIN, 'serve'], {
    cwd: dataDirectory,
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, CHAINTRAIL_DATA: dataDirectory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killWithThisProcess(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  let isClosed = false;
  child.once('close', () => {
    isClosed = true;
  });
  const url = await eventually(async () => {
    if (isGone()) return undefined;
    const address = output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
    if (address !== undefined && (await fetch(`${address}/readyz`)).ok) return address;
    throw new Error(`The server is not ready. It printed:\n${output}`);
  }).catch((error) => {
    // The caller never receives this process, so it has to end here.
    child.kill('SIGKILL');
    throw error;
  });
  if (url === undefined) {
    throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async end(signal) {
      if (!isClosed) {
        // At 'exit', the last that it has printed may not have been read yet.
        const closed = once(child, 'close', { signal: AbortSignal.timeout(PATIENCE_MS) });
        child.kill(signal);
        await closed;
      }
      return child.exitCode;
    },
  };
};

const find = (output: string, what: string, pattern: RegExp): string => {
  const found = output.match(pattern);
  if (!found) throw new Error(`The server printed no ${what}:\n${output}`);
  return found[1] ?? found[0];
};

/** @param apiKey given where an earlier start has printed it */
const testServer = async (
  dataDirectory: string,
  env: Readonly<Record<string, string>>,
  apiKey?: string,
): Promise<TestServer> => {
  let running = await startServerProcess({ dataDirectory, env });
  const { url } = running;
  const banner = running.output();
  return {
    url,
    dataDirectory,
    writeKey: find(banner, 'write key', /write key:\s*(\S+)/i),
    apiKey: apiKey ?? find(banner, 'API key', /API key:\s*(\S+)/i),
    scriptTag: find(banner, 'script tag', /<script[^>]*><\/script>/),
    output: () => running.output(),
    pid: () => running.pid,
    stop: () => running.end('SIGTERM'),
    async kill9() {
      await running.end('SIGKILL');
    },
    async restart() {
      running = await startServerProcess({ dataDirectory, port: new URL(url).port, env });
    },
    async dispose() {
      await running.end('SIGKILL');
      await rm(dataDirectory, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

const newFolder = () => mkdtemp(join(tmpdir(), 'chaintrail-data-'));

/**
 * Starts a server on an empty data folder and a free port, and resolves when it is ready: its first start.
 *
 * @param env further settings
 */
export const startNewServer = async (
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> => testServer(await newFolder(), env);

/** The content of a data folder before a test: made once in a run, and copied for each server. */
export interface Content<Told> {
  /** Unique for this content in the whole run. */
  readonly name: string;
  /** Writes the content. Each copy comes with the result, after a round trip through JSON. */
  fill(server: TestServer): Promise<Told>;
}

const NOTHING: Content<null> = { name: 'data', fill: async () => null };

/** A new folder in the state in which a server with this content left it; works for embedded databases only. */
const fillFolder = async <Told>({ name, fill }: Content<Told>) => {
  const dataDirectory = await newFolder();
  const told = await copyMadeOnce(name, dataDirectory, async (folder) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const first = await testServer(folder, {});
    const told = await fill(first);
    await first.stop();
    return { apiKey: first.apiKey, told };
  });
  return { dataDirectory, ...told };
};

/** An unused data folder that a server has initialised, for tests that start a server on it by themselves. */
export const newDataFolder = async (): Promise<string> => (await fillFolder(NOTHING)).dataDirectory;

/** Starts a server on a copy of a folder with this content. */
export const startFilledServer = async <Told>(
  content: Content<Told>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: TestServer; readonly told: Told }> => {
  const { dataDirectory, apiKey, told } = await fillFolder(content);
  return { server: await testServer(dataDirectory, env, apiKey), told };
};

/** Like `startNewServer`, but on a copy of an initialised folder, which takes a fraction of the time. */
export const startServer = async (
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> => (await startFilledServer(NOTHING, env)).server;
