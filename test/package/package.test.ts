// The package as its users get it: packed, installed into an empty project, imported, compiled, started.
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { entries, fromRoot, manifest } from '../support/project.js';
import { run } from '../support/run.js';
import { type InstalledPackage, installPackage } from './install-package.js';

const cleanUp = createCleanup();
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
  cleanUp(installed.remove);
});

const inProject = (command: string, ...args: string[]) =>
  run(command, args, { cwd: installed.project });

describe('installed', () => {
  it('brings idb-keyval and nothing else', async () => {
    const packages = await readdir(join(installed.project, 'node_modules'));
    expect(packages.filter((name) => !name.startsWith('.')).sort()).toEqual([
      'chaintrail',
      'idb-keyval',
    ]);
  });

  it('holds the build, its licence and its README', () => {
    const others = installed.files.filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it.each(entries)('imports $specifier in Node', async ({ specifier }) => {
    const needsPeers = ['chaintrail/server', 'chaintrail/react'].includes(specifier);
    const script = `const names = Object.keys(await import('${specifier}')); console.log(names.length > 0);`;
    const { output } = await run('node', ['--input-type=module', '--eval', script], {
      cwd: needsPeers ? installed.projectWithPeers : installed.project,
    });
    expect(output).toBe('true\n');
  });

  it('gives the script tag as a file', async () => {
    const script = "console.log(import.meta.resolve('chaintrail/script.js'))";
    const { stdout } = await inProject('node', '--input-type=module', '--eval', script);
    expect(await readFile(new URL(stdout.trim()), 'utf8')).toMatch(/^(var|let|const|!|\(|")/);
  });

  /** Peers of other entries, and databases that a setting names. */
  const NOT_BY_DEFAULT = new Set(['react', 'pg', '@clickhouse/client']);

  it("says how to install the server's packages when they are missing", async () => {
    const { status, output } = await inProject('npx', '--no-install', 'chaintrail', 'serve');
    const wanted = Object.entries(manifest.peerDependencies)
      .filter(([name]) => !NOT_BY_DEFAULT.has(name))
      .map((peer) => peer.join('@'));
    const command = output.match(/npm install (.+)/)?.[1] ?? output;
    expect(command.replaceAll('"', '').split(' ').sort()).toEqual(wanted.sort());
    expect(status).toBe(1);
  });
});

describe('compiled by a consumer', () => {
  const resolutions = [
    { module: 'NodeNext', moduleResolution: 'NodeNext' },
    { module: 'ESNext', moduleResolution: 'Bundler' },
  ];

  it.each(resolutions)('a dapp compiles with $moduleResolution resolution', async (resolution) => {
    const compilerOptions = {
      ...resolution,
      ...{ target: 'ES2022', lib: ['ES2022', 'DOM'], types: [], strict: true, noEmit: true },
    };
    const settings = { compilerOptions, files: ['dapp.ts'] };
    await copyFile(fromRoot('test/package/fixtures/dapp.ts'), join(installed.project, 'dapp.ts'));
    await writeFile(join(installed.project, 'tsconfig.json'), JSON.stringify(settings));
    const tsc = fromRoot('node_modules/typescript/bin/tsc');
    const { status, output } = await inProject('node', tsc, '--project', '.');
    expect(output).toBe('');
    expect(status).toBe(0);
  });
});

describe('judged by the tools', () => {
  it('publint finds nothing', async () => {
    const { messages } = await publint({
      pkgDir: join(installed.project, 'node_modules/chaintrail'),
      strict: true,
      pack: false,
    });
    expect(messages).toEqual([]);
  });

  it('are the types wrong? finds nothing', async () => {
    const { status, output } = await inProject(
      'node',
      fromRoot('node_modules/@arethetypeswrong/cli/dist/index.js'),
      ...[installed.tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'],
      ...['--exclude-entrypoints', 'script.js', 'package.json'],
    );
    expect(status, output).toBe(0);
  });
});
