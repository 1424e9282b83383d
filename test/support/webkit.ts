// WebKit as tests drive it: WebKitGTK's MiniBrowser by WebDriver (W3C), behind the part of puppeteer's browser
// and pages that they use. A session keeps nothing on disk, cannot be offline, and tells nothing of its console.
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

/** The driver, where this machine has one, and the screen that it needs; undefined where it has not. */
export const findWebKit = (): readonly [command: string, ...args: string[]] | undefined => {
  const driver = findCommand('WebKitWebDriver');
  const screen = findCommand('xvfb-run');
  if (driver === undefined) return undefined;
  if (process.env.DISPLAY !== undefined) return [driver];
  return screen === undefined ? undefined : [screen, '-a', driver];
};

/** A command of WebDriver; what it answers is as the standard says. */
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

/** Runs in the page: calls the function of the text, and answers what came of it. */
const EVALUATE = (text: string) => `const [args, done] = arguments;
Promise.resolve().then(() => (${text})(...args)).then(
  (value) => done({ value }),
  (error) => done({ error: error?.stack ?? String(error) }),
);`;

/** @param call of the session, with the page's window in front */
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
    /** Of the last time that somebody asked: the driver tells it later. */
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
  // A group of its own, so that it ends with what it starts.
  const driver = spawn(command, [...args, `--port=${port}`], { detached: true, stdio: 'ignore' });
  const call = callAt(`http://127.0.0.1:${port}`);
  await eventually(() => call('GET', '/status'));
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const session: Call = (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
  await session('POST', '/timeouts', { script: PATIENCE_MS });
  const first = await session<string>('GET', '/window');

  let last: Promise<unknown> = Promise.resolve();
  /** One command after the other: each goes to the window that is in front. */
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
