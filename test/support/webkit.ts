// Drives WebKit in tests: WebKitGTK's MiniBrowser by WebDriver (W3C), with the part of puppeteer's interface that
// the tests use. A session keeps nothing on disk, cannot go offline, and does not report its console.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { eventually, PATIENCE_MS } from './eventually.js';
import { pathFolders } from './path-folders.js';
import { unusedPort } from './unused-port.js';

const findCommand = (name: string): string | undefined =>
  pathFolders(process.env)
    .map((folder) => join(folder, name))
    .find(existsSync);

/** The command of the driver, with xvfb-run where there is no display; undefined where one of them is missing. */
export const findWebKit = (): readonly [command: string, ...args: string[]] | undefined => {
  const driver = findCommand('WebKitWebDriver');
  const screen = findCommand('xvfb-run');
  if (driver === undefined) return undefined;
  if (process.env.DISPLAY !== undefined) return [driver];
  return screen === undefined ? undefined : [screen, '-a', driver];
};

/** A command of WebDriver, which resolves to the `value` of the answer. */
type Call = <T = unknown>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<T>;

const callAt =
  (base: string): Call =>
  async <T>(method: string, path: string, body: object = {}) => {
    const sent = method === 'POST' ? { method, body: JSON.stringify(body) } : { method };
    const response = await fetch(`${base}${path}`, sent);
    const { value } = (await response.json()) as { value: T };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };

/** A script for the page that calls the function in `text`, and reports its result or its error. */
const EVALUATE = (text: string) => `const [args, done] = arguments;
Promise.resolve().then(() => (${text})(...args)).then(
  (value) => done({ value }),
  (error) => done({ error: error?.stack ?? String(error) }),
);`;

/** @param call sends commands to the session, with the window of this page selected */
const createPage = (call: Call, onClose: () => void) => {
  let url = '';
  const noteUrl = async () => {
    url = await call<string>('GET', '/url');
  };
  return {
    evaluate: async (work: unknown, ...args: readonly unknown[]) => {
      const script = EVALUATE(String(work));
      const said = await call<{ value?: unknown; error?: string }>('POST', '/execute/async', {
        script,
        args: [args],
      });
      if (said.error !== undefined) throw new Error(said.error);
      return said.value ?? undefined;
    },
    goto: async (address: string) => {
      await call('POST', '/url', { url: address });
      await noteUrl();
    },
    reload: () => call('POST', '/refresh'),
    title: () => call('GET', '/title'),
    /** The address known from the last update, because this method cannot wait for the driver. */
    url: () => {
      noteUrl().catch(() => {});
      return url;
    },
    close: async () => {
      onClose();
      await call('DELETE', '/window');
    },
    on: () => {},
  };
};

export const launchWebKit = async (): Promise<Browser> => {
  const found = findWebKit();
  if (found === undefined) throw new Error('There is no WebKitWebDriver, or no screen for it.');
  const [command, ...args] = found;
  const port = await unusedPort();
  // A process group of its own, so that it can be killed together with its child processes.
  const driver = spawn(command, [...args, `--port=${port}`], { detached: true, stdio: 'ignore' });
  const call = callAt(`http://127.0.0.1:${port}`);
  await eventually(() => call('GET', '/status'));
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  await session('POST', '/timeouts', { script: PATIENCE_MS });
  const first = await session<string>('GET', '/window');

  let last: Promise<unknown> = Promise.resolve();
  /** Runs commands one after the other, because each goes to the window that is currently selected. */
  const at =
    (handle: string): Call =>
    <T>(...command: Parameters<Call>) => {
      const next = last.then(async () => {
        await session('POST', '/window', { handle });
        return session<T>(...command);
      });
      last = next.catch(() => {});
      return next;
    };
  const pages = new Map<string, Page>();
  const newPage = async (): Promise<Page> => {
    const { handle } = await at(first)<{ handle: string }>('POST', '/window/new', {
      type: 'window',
    });
    const page = createPage(at(handle), () => pages.delete(handle)) as unknown as Page;
    pages.set(handle, page);
    return page;
  };
  const browser = { newPage, pages: async () => [...pages.values()], process: () => driver };
  return browser as unknown as Browser;
};
