// Starts an example as its README says: with its command, in its folder, with keys and URLs of the
// test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { eventually } from '../../support/eventually.js';
import { fromRoot } from '../../support/project.js';
import { snippetsOf } from '../../support/snippets.js';

export interface RunningExample {
  /** Origin, without a slash at its end. */
  readonly url: string;
  output(): string;
  /** Sends SIGTERM to all of its processes, and SIGKILL to those that still run after `STOP_MS`. */
  stop(): Promise<void>;
}

/** Next waits for every connection that a browser has opened, also an unused one. */
const STOP_MS = 5_000;

/** Loads a page's modules once, since a bundler builds them only at the first request. */
const loadModules = async (address: string, page: string): Promise<void> => {
  const [entry] = page.match(/(?<=type="module" src="\.)\/main[^"]*/) ?? [];
  if (entry === undefined) return;
  const code = await (await fetch(address + entry)).text();
  const imports = [...code.matchAll(/from "(\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.all(imports.map(async (path) => (await fetch(address + path)).text()));
};

/** Starts a command that serves pages, and resolves once the URL that it prints answers. */
export const startCommand = async (
  line: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningExample> => {
  const child = spawn('bash', ['-c', line], {
    cwd,
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, since npx starts further processes.
    detached: true,
  });
  const signal = (what: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), what);
    } catch {
      // It has already ended.
    }
  };
  const kill = () => signal('SIGKILL');
  process.once('exit', kill);
  const closed = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const url = await eventually(async () => {
    // Vite prints the port in bold if it detects support for colours, as on some CI.
    const text = stripVTControlCharacters(output);
    const address = text.match(/http:\/\/(?:127\.0\.0\.1|localhost):\d+/)?.[0];
    const answer = address === undefined ? undefined : await fetch(address);
    if (address !== undefined && answer !== undefined && answer.status < 500) {
      await loadModules(address, await answer.text());
      return address;
    }
    throw new Error(`${line} is not ready. It printed:\n${text}`);
  }).catch((error) => {
    kill();
    throw error;
  });
  return {
    url,
    output: () => output,
    stop: async () => {
      process.off('exit', kill);
      signal('SIGTERM');
      const deadline = setTimeout(kill, STOP_MS);
      await closed;
      clearTimeout(deadline);
      kill();
    },
  };
};

/** @param env the values of `NAME=...` in the command, and other variables of the README */
export const startExample = async (
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<RunningExample> => {
  const [command] = snippetsOf(`examples/${name}/README.md`).filter(
    ({ language }) => language === 'sh',
  );
  if (!command) throw new Error(`The README of ${name} has no command.`);
  const line = command.code.replace(
    /(\w+)=\.\.\./g,
    (_, variable) => `${variable}=${env[variable]}`,
  );
  return startCommand(line, { cwd: fromRoot(`examples/${name}`), env });
};
