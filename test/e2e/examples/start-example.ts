// Starts an example as its README says: that command, in that folder, with keys and addresses of the test.
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
  /** SIGTERM to all of its processes, SIGKILL to what still runs after `STOP_MS`. */
  stop(): Promise<void>;
}

/** Next waits for every connection that a browser has opened, also for one it never used. */
const STOP_MS = 5_000;

/** Answers when a page's modules are there: a bundler makes them when they are asked for at first. */
const loadModules = async (address: string, page: string): Promise<void> => {
  const [entry] = page.match(/(?<=type="module" src="\.)\/main[^"]*/) ?? [];
  if (entry === undefined) return;
  const code = await (await fetch(address + entry)).text();
  const imports = [...code.matchAll(/from "(\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.all(imports.map(async (path) => (await fetch(address + path)).text()));
};

/** Starts a command that serves pages, and answers when the address that it prints does. */
export const startCommand = async (
  line: string,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<RunningExample> => {
  const child = spawn('bash', ['-c', line], {
    cwd,
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npx starts further processes.
    detached: true,
  });
  const signal = (what: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), what);
    } catch {
      // It has ended.
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
    // Vite writes the port in bold where it believes that its reader knows colours, as on some CI.
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

/** @param env what the command's `NAME=...` and the README's further names stand for */
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
