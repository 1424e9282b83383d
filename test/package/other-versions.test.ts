// The SDK installs in any app, whichever versions the app has of packages that only some entries need.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../support/cleanup.js';
import { manifest } from '../support/project.js';
import { run } from '../support/run.js';
import { createTestDirectory } from '../support/temporary-directory.js';
import { INSTALL, type InstalledPackage, installPackage } from './install-package.js';

const cleanUp = createCleanup();
let installed: InstalledPackage;

beforeAll(async () => {
  installed = await installPackage();
  cleanUp(installed.remove);
});

/** What only the server needs, and React, which only one entry needs. */
const peers = Object.keys(manifest.peerDependencies);

it.each(['0.0.1', '999.0.0'])('installs beside version %s of each', async (version) => {
  const app = await createTestDirectory(cleanUp);
  for (const name of peers) {
    const folder = join(app, 'others', name);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version }));
  }
  const dependencies = Object.fromEntries(peers.map((name) => [name, `file:others/${name}`]));
  await writeFile(join(app, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const { status, output } = await run('npm', [...INSTALL, installed.tarball], { cwd: app });
  expect(status, output).toBe(0);
  const path = join(app, 'node_modules/chaintrail/package.json');
  expect(JSON.parse(await readFile(path, 'utf8')).version).toBe(manifest.version);
});
