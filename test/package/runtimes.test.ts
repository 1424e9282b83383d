// Every entry for apps in runtimes without a page: importing it has no effect, and its tracker
// warns once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { bundle } from '../size/bundle.js';
import { entries, fromRoot, manifest } from '../support/project.js';

/** These need Node itself, or the packages of the server. */
const NODE_ONLY = ['node', 'server'].map((name) => `${manifest.name}/${name}`);
const portable = entries.filter(({ specifier }) => !NODE_ONLY.includes(specifier));

const OPTIONS = "{ writeKey: 'key', apiHost: 'https://stats.example' }";
/** The code of a component that runs in a browser and on a server. */
const USE = `const tracker = createTracker(${OPTIONS});
  tracker.track('swap'); tracker.page(); tracker.reset();
  await tracker.flush(); await tracker.close();`;

/** Imports an entry, and prints the names of globals that it added or changed. */
const compareGlobals = (code: string) => `
  const read = () => Object.getOwnPropertyNames(globalThis).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name).value]);
  const before = new Map(read());
  await import(${JSON.stringify(code)});
  console.log(JSON.stringify(read().filter(([name, value]) => !before.has(name) || !Object.is(before.get(name), value)).map(([name]) => name)));`;

/** The process ends by itself only when nothing is left running. */
const runNode = async (code: string) => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status, output };
};

const runWorker = async (code: string) => {
  const worker = new Worker(`(async () => { ${code} })()`, {
    eval: true,
    stdout: true,
    stderr: true,
  });
  let output = '';
  for (const stream of [worker.stdout, worker.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(worker, 'exit');
  return { status, output };
};

const isOneWarning = /^chaintrail: track\(\) did nothing[^\n]*\n$/;
const IMPORT = `const { createTracker } = await import(${JSON.stringify(fromRoot('dist/browser/index.js'))});`;

describe.each([
  ['Node', runNode],
  ['a worker thread', runWorker],
])('in %s', (_, run) => {
  it.each(portable)(
    'importing $specifier changes no global and leaves nothing running',
    async (entry) => {
      expect(await run(compareGlobals(fromRoot(entry.code)))).toEqual({
        status: 0,
        output: '[]\n',
      });
    },
  );

  it('a tracker does nothing, and warns once', async () => {
    const { status, output } = await run(`${IMPORT} ${USE}`);
    expect(output).toMatch(isOneWarning);
    expect(status).toBe(0);
  });
});

describe("in a context with only the language's own globals, as in the most limited edge runtime", () => {
  const createBare = () => vm.createContext(Object.create(null));
  const namesOf = (context: vm.Context) =>
    vm.runInContext('Object.getOwnPropertyNames(globalThis)', context);

  it.each(portable)('importing $specifier needs no global and adds none', async ({ specifier }) => {
    const code = await bundle(`import * as all from '${specifier}'; (() => all)();`);
    const context = createBare();
    const before = namesOf(context);
    vm.runInContext(`(() => {${code}})()`, context);
    expect(namesOf(context)).toEqual(before);
  });

  it('a tracker does nothing, even without a console for its warning', async () => {
    const code = await bundle(
      `import { createTracker } from 'chaintrail'; await (async () => { ${USE} })();`,
    );
    await vm.runInContext(`(async () => {${code}})()`, createBare());
  });

  it('the script file defines createTracker, as in a worker that imports it', () => {
    const context = createBare();
    vm.runInContext(readFileSync(fromRoot('dist/chaintrail.js'), 'utf8'), context);
    const track = `const t = chaintrail.createTracker(${OPTIONS}); t.track('swap'); t.stats().accepted`;
    expect(vm.runInContext(track, context)).toBe(0);
  });
});
