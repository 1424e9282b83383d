// `npm start` builds if files have changed since `dist` was built.
import { appendFileSync, cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { fromRoot } from '../support/project.js';
import { run, runOrThrow } from '../support/run.js';
import { createTestDirectory } from '../support/temporary-directory.js';

const cleanUp = createCleanup();

const check = async (cwd: string) =>
  (await run(process.execPath, ['built-from.mjs', '--check'], { cwd })).status;

const record = `import { readInputs, recordInputs } from './built-from.mjs';
recordInputs(readInputs());`;

/** A project with few files, in the state after a build. */
const createProject = async () => {
  const folder = await createTestDirectory(cleanUp);
  for (const path of ['src/server', 'examples/wallets/kit', 'dist']) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  for (const path of ['src/a.ts', 'src/server/b.ts', 'examples/wallets/kit/main.ts']) {
    writeFileSync(join(folder, path), 'export {};\n');
  }
  const ofRoot = ['package.json', 'package-lock.json', 'tsconfig.json', 'rollup.config.mjs'];
  for (const path of [...ofRoot, 'built-from.mjs']) cpSync(fromRoot(path), join(folder, path));
  await runOrThrow(process.execPath, ['--input-type=module', '--eval', record], { cwd: folder });
  return folder;
};

const append = (path: string) => (folder: string) => appendFileSync(join(folder, path), '\n');

const CHANGES: readonly (readonly [string, (folder: string) => void])[] = [
  ['a source has changed', append('src/server/b.ts')],
  ['a page of the docs has changed', append('examples/wallets/kit/main.ts')],
  ['a dependency has changed', append('package-lock.json')],
  ['the build configuration has changed', append('rollup.config.mjs')],
  ['a source is new', (folder) => writeFileSync(join(folder, 'src/c.ts'), '')],
  ['a source is gone', (folder) => rmSync(join(folder, 'src/a.ts'))],
  [
    'a source has another name',
    (folder) => renameSync(join(folder, 'src/a.ts'), join(folder, 'src/z.ts')),
  ],
  ['a build was interrupted', (folder) => rmSync(join(folder, 'dist/.built-from'))],
  ['there is no build', (folder) => rmSync(join(folder, 'dist'), { recursive: true })],
];

describe('npm start', () => {
  it('builds nothing if no file changed', async () => {
    const folder = await createProject();
    expect(await check(folder)).toBe(0);
    writeFileSync(join(folder, 'README.md'), 'no part of the build');
    expect(await check(folder)).toBe(0);
  });

  it.each(CHANGES)('builds if %s', async (_, change) => {
    const folder = await createProject();
    change(folder);
    expect(await check(folder)).toBe(1);
  });

  it('recognises the build that these tests use, unless a source changed since', async () => {
    expect(await check(fromRoot()), 'run "npm run build" first').toBe(0);
  });
});
