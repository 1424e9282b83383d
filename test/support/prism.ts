// Prism: a proxy that compares answers with an OpenAPI document, and reports where they contradict it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PATIENCE_MS } from './eventually.js';
import { killWithThisProcess } from './kill-with-this-process.js';
import { createTemporaryDirectory } from './temporary-directory.js';

export interface Prism {
  /** The origin to use in place of that of the upstream. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The file that `npx prism` runs. */
const require = createRequire(import.meta.url);
const PRISM = join(dirname(require.resolve('@stoplight/prism-cli/package.json')), 'dist/index.js');

/** Starts Prism in front of a server that serves its document at `/openapi.json`. */
export const startPrism = async (upstream: string): Promise<Prism> => {
  const directory = await createTemporaryDirectory();
  const file = join(directory.path, 'openapi.json');
  await writeFile(file, await (await fetch(`${upstream}/openapi.json`)).text());
  const where = ['--port', '0', '--host', '127.0.0.1'];
  const args = [PRISM, 'proxy', file, upstream, ...where, '--validate-request=false'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  killWithThisProcess(child);
  const ended = once(child, 'exit');
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error(`Prism: ${output}`)), PATIENCE_MS);
    child.once('exit', () => reject(new Error(`Prism ended: ${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const address = /listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
        if (address === undefined) return;
        clearTimeout(deadline);
        resolve(address);
      });
    }
  });
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      await directory.remove();
    },
  };
};

/** What Prism found wrong with an answer. Findings about requests are left out: tests break these on purpose. */
export const findingsOf = (response: Response): readonly unknown[] => {
  const findings: readonly { readonly location: readonly string[] }[] = JSON.parse(
    response.headers.get('sl-violations') ?? '[]',
  );
  return findings.filter(({ location }) => location[0] === 'response');
};
