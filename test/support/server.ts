// Starts the built server as its users do, in a process and a data folder of its own.
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

/** The bin of the built package. */
export const SERVER_BIN = fromRoot('dist/server/bin.js');

export interface TestServer {
  /** Origin, without a slash at its end. The same after a restart. */
  readonly url: string;
  readonly dataDirectory: string;
  /** As the first start printed them. */
  readonly writeKey: string;
  readonly apiKey: string;
  /** The script tag to paste, as the first start printed it. */
  readonly scriptTag: string;
  /** What the present process has printed so far. */
  output(): string;
  /** Of the present process. */
  pid(): number;
  /** SIGTERM; answers the exit status. */
  stop(): Promise<number | null>;
  kill9(): Promise<void>;
  /** Starts it again on the same folder and port, after `stop` or `kill9`. */
  restart(): Promise<void>;
  /** Ends it whatever its state, and deletes its data. */
  dispose(): Promise<void>;
}

export interface ServerProcess {
  readonly pid: number;
  /** Origin, without a slash at its end. */
  readonly url: string;
  /** What it has printed so far. */
  output(): string;
  /** Answers the exit status; null when the signal itself ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
}

export interface ServerProcessOptions {
  readonly dataDirectory: string;
  /** Default: a free one. */
  readonly port?: string;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The built server on a data folder, ready to be asked. */
export const startServerProcess = async (options: ServerProcessOptions): Promise<ServerProcess> => {
  const { dataDirectory, port = '0', env = {} } = options;
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
  const url = await eventually(async () => {
    if (isGone()) return undefined;
    const address = output.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0];
    if (address !== undefined && (await fetch(`${address}/readyz`)).ok) return address;
    throw new Error(`The server is not ready. It printed:\n${output}`);
  }).catch((error) => {
    // Nobody has it to end it.
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
      if (!isGone()) {
        const gone = once(child, 'exit', { signal: AbortSignal.timeout(PATIENCE_MS) });
        child.kill(signal);
        await gone;
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

/** @param apiKey where the first start has told it already */
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
 * A server on an empty data folder and a free port, ready to be asked: its first start.
 *
 * @param env further settings
 */
export const startNewServer = async (
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> => testServer(await newFolder(), env);

/** What is in a data folder before the test: made once in a run, and copied for each server. */
export interface Content<Told> {
  /** Of this content, in the whole run. */
  readonly name: string;
  /** Puts it there; what it answers is told again with each copy, as JSON keeps it. */
  fill(server: TestServer): Promise<Told>;
}

const NOTHING: Content<null> = { name: 'data', fill: async () => null };

/** A new folder, as a server with this content left it: for the embedded databases, others are not in it. */
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

/** A data folder that a server made and nobody used since, for whoever starts one on it in a way of their own. */
export const newDataFolder = async (): Promise<string> => (await fillFolder(NOTHING)).dataDirectory;

/** On a copy of a folder with this content. */
export const startFilledServer = async <Told>(
  content: Content<Told>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: TestServer; readonly told: Told }> => {
  const { dataDirectory, apiKey, told } = await fillFolder(content);
  return { server: await testServer(dataDirectory, env, apiKey), told };
};

/** The same as a new one, on a copy of a folder that was never used, in a fraction of the time. */
export const startServer = async (
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer> => (await startFilledServer(NOTHING, env)).server;
