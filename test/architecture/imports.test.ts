// The import rules hold for the sources, and each rule can fail.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { fromRoot } from '../support/project.js';
import { cruiseSource, violationsOf } from './cruise.js';
import { ALLOWED, importRules } from './import-rules.js';

const cleanUp = createCleanup();

/** For each rule an import that breaks it: the file, then what it imports. */
const OFFENCES: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['protocol-bounds', 'src/protocol/a.ts', '../net/target.js'],
  ['net-bounds', 'src/net/a.ts', '../protocol/target.js'],
  ['core-bounds', 'src/core/a.ts', '../browser/target.js'],
  ['core-bounds', 'src/core/b.ts', 'node:fs'],
  ['core-bounds', 'src/core/c.ts', 'idb-keyval'],
  ['wallets-bounds', 'src/wallets/a.ts', '../browser/target.js'],
  ['wallets-load-ethers-late', 'src/wallets/abi.ts', 'ethers'],
  ['only-wallets-abi-loads-ethers', 'src/wallets/b.ts', 'ethers'],
  ['browser-bounds', 'src/browser/a.ts', '../server/target.js'],
  ['browser-bounds', 'src/browser/b.ts', 'node:fs/promises'],
  ['testing-bounds', 'src/testing/a.ts', '../browser/target.js'],
  ['react-bounds', 'src/react/a.ts', '../net/target.js'],
  ['node-bounds', 'src/node/a.ts', '../browser/target.js'],
  ['client-bounds', 'src/client/a.ts', '../core/target.js'],
  ['dashboard-bounds', 'src/dashboard/a.ts', '../server/target.js'],
  ['server-bounds', 'src/server/a.ts', '../core/target.js'],
  ['only-server/http-knows-its-packages', 'src/server/events/a.ts', 'fastify'],
  ['only-server/database-knows-its-packages', 'src/server/http/a.ts', '@electric-sql/pglite'],
  ['only-the-command-line-is-a-client', 'src/server/f.ts', '../client/target.js'],
  ['service-never-to-handlers', 'src/server/boards/service.ts', './handlers.js'],
  ['store-never-to-service-or-handlers', 'src/server/keys/store.ts', './service.js'],
  ['no-store-of-another-area', 'src/server/events/b.ts', '../keys/store.js'],
  ['no-cycle', 'src/net/circle-back.ts', './circle.js'],
  ['no-undeclared-package', 'src/server/b.ts', 'undeclared'],
  ['no-development-package', 'src/server/e.ts', 'dev-only'],
  ['nothing-unresolvable', 'src/server/c.ts', './gone.js'],
  ['source-never-to-tests', 'src/server/d.ts', '../../test/target.js'],
];

/** Imports that no rule may report. */
const PERMITTED: readonly (readonly [file: string, imports: string])[] = [
  // The other half of the cycle, which is reported only once.
  ['src/net/circle.ts', './circle-back.js'],
  ['src/core/x.ts', '../protocol/target.js'],
  ['src/wallets/x.ts', '../core/target.js'],
  ['src/browser/x.ts', 'idb-keyval'],
  ['src/browser/y.ts', '../wallets/target.js'],
  ['src/testing/x.ts', '../core/target.js'],
  ['src/react/x.ts', 'react'],
  ['src/node/x.ts', 'node:http'],
  ['src/client/x.ts', '../net/target.js'],
  ['src/dashboard/x.ts', '../client/target.js'],
  ['src/server/cli/x.ts', '../../client/target.js'],
  ['src/server/http/x.ts', 'fastify'],
  ['src/server/http/y.ts', '../boards/handlers.js'],
  ['src/server/database/x.ts', '@electric-sql/pglite'],
  ['src/server/x.ts', './keys/store.js'],
  ['src/server/events/x.ts', 'node:fs/promises'],
  ['src/server/keys/x.ts', 'jose'],
  ['src/server/events/y.ts', '../keys/service.js'],
];

const PACKAGES = [
  'idb-keyval',
  'react',
  'fastify',
  '@electric-sql/pglite',
  'jose',
  'ethers',
  'dev-only',
  'undeclared',
];

const TARGETS = [
  ...Object.keys(ALLOWED).map((folder) => `src/${folder}/target.ts`),
  'src/server/keys/service.ts',
  'src/server/boards/handlers.ts',
  'test/target.ts',
];

/** Creates a project that consists only of the given imports, and returns its folder. */
const writeProject = async (): Promise<string> => {
  const project = await mkdtemp(join(tmpdir(), 'chaintrail-imports-'));
  cleanUp(() => rm(project, { recursive: true }));
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  };
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']));
  await write(
    'package.json',
    JSON.stringify({
      name: 'fixture',
      type: 'module',
      dependencies: versions(['idb-keyval']),
      peerDependencies: versions(['react', 'fastify', '@electric-sql/pglite', 'jose', 'ethers']),
      peerDependenciesMeta: { fastify: { optional: true } },
      devDependencies: versions([
        'react',
        'fastify',
        '@electric-sql/pglite',
        'jose',
        'ethers',
        'dev-only',
      ]),
    }),
  );
  for (const name of PACKAGES) {
    const manifest = { name, version: '1.0.0', type: 'module', exports: './index.js' };
    await write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    await write(`node_modules/${name}/index.js`, 'export const target = 1;\n');
  }
  for (const target of TARGETS) await write(target, 'export const target = 1;\n');
  const imports = [...OFFENCES.map(([, file, to]) => [file, to] as const), ...PERMITTED];
  for (const [file, to] of imports) {
    await write(file, `import { target } from '${to}';\nexport const used = target;\n`);
  }
  await write(
    'src/react/y.ts',
    "import type { target } from '../core/target.js';\nexport type T = typeof target;\n",
  );
  return project;
};

it('finds no forbidden import in the sources', async () => {
  const result = await cruiseSource(fromRoot());
  expect(result.summary.totalCruised).toBeGreaterThan(10);
  expect(violationsOf(result)).toEqual([]);
});

it('has a row for every folder of the sources', async () => {
  const entries = await readdir(fromRoot('src'), { withFileTypes: true });
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(Object.keys(ALLOWED)).toEqual(expect.arrayContaining(folders));
});

it('reports each violation in a bad project, and nothing else', async () => {
  const violations = violationsOf(await cruiseSource(await writeProject()));
  const found = new Set(violations.map((line) => line.split(' -> ')[0]));
  for (const [rule, file] of OFFENCES) expect(found).toContain(`${rule}: ${file}`);
  const offenders = new Set(OFFENCES.map(([, file]) => file));
  const innocent = violations.filter((line) => !offenders.has(line.split(/: | -> /)[1] ?? ''));
  expect(innocent).toEqual([]);
});

it('has a violation for every rule, so that each is known to fail', () => {
  const proved = new Set(OFFENCES.map(([rule]) => rule));
  expect(importRules.map(({ name }) => name).filter((name) => !proved.has(name ?? ''))).toEqual([]);
});
