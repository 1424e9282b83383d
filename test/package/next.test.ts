// Next builds and serves an app with the installed package: it renders on the server, and tracks in
// the browser.
import { cp, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectNextApp, expectRenders, openFaultless, told } from '../e2e/examples/next-visit.js';
import { startCommand } from '../e2e/examples/start-example.js';
import { launchBrowser } from '../support/chromium.js';
import { createCleanup } from '../support/cleanup.js';
import { startCollector } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { fromRoot } from '../support/project.js';
import { runOrThrow } from '../support/run.js';
import { installPackage } from './install-package.js';

/** A build takes some 20 s of one core, and may share that core. Milliseconds. */
const BUILD_TIMEOUT_MS = 400_000;

const NEXT = fromRoot('node_modules/next/dist/bin/next');

/** Packages that a Next app needs in addition; Next's own dependencies are next to them. */
const BESIDE = ['next', 'react-dom'];

/** Turbopack reads no file outside its root, and these packages are links. */
const CONFIG = "export default { turbopack: { root: '/' } };\n";

const cleanUp = createCleanup();
let project: string;
let browser: Browser;

beforeAll(async () => {
  const installed = await installPackage();
  cleanUp(installed.remove);
  project = installed.projectWithPeers;
  for (const name of BESIDE) {
    const from = fromRoot(`node_modules/${name}`);
    await symlink(from, join(project, 'node_modules', name), 'dir');
  }
  await cp(fromRoot('examples/nextjs/app'), join(project, 'app'), { recursive: true });
  await cp(fromRoot('test/package/fixtures/next'), join(project, 'app'), { recursive: true });
  await writeFile(join(project, 'next.config.mjs'), CONFIG);
  browser = await launchBrowser();
  cleanUp(() => browser.close());
});

/** Builds and starts the app, whose pages send to `apiHost`. */
const startNext = async (apiHost: string) => {
  const env = {
    ...{ NEXT_PUBLIC_WRITE_KEY: 'key', NEXT_PUBLIC_API_HOST: apiHost },
    ...{ NEXT_TELEMETRY_DISABLED: '1', PORT: '0' },
  };
  await runOrThrow('node', [NEXT, 'build', '--turbopack'], {
    cwd: project,
    env: { ...env, NODE_ENV: undefined, VITEST: undefined },
  });
  const app = await startCommand(`node ${JSON.stringify(NEXT)} start --hostname 127.0.0.1`, {
    ...{ cwd: project, env },
  });
  cleanUp(app.stop);
  return app;
};

// The build with webpack, which takes twice as long, runs in `test/e2e/examples`.
it(
  'built by Turbopack: records nothing during rendering, and everything in the browser',
  async () => {
    const collector = await startCollector();
    cleanUp(() => collector.close());
    const app = await startNext(collector.url);
    await expectNextApp({ url: app.url, browser, collector });

    // The tracker that the app creates itself, in modules that the server loads as well.
    const direct = `${app.url}/direct`;
    const ofDirect = () =>
      told(collector).flatMap(({ event }) => (event?.startsWith('direct_') ? event : []));
    await expectRenders(direct, 'client component: 0');
    expect(ofDirect()).toEqual([]);
    const { page, faults } = await openFaultless(browser, direct);
    await page.getByRole('button', { name: 'Direct' }).click();
    await page.getByText('clicked').waitFor();
    await eventually(() => expect(ofDirect()).toEqual(['direct_loaded', 'direct_clicked']));
    expect(faults).toEqual([]);
    const printed = stripVTControlCharacters(app.output());
    expect(printed).not.toMatch(/error|⨯/i);
    // Once for each of the two modules, not for each visitor.
    expect(printed.match(/did nothing/g)).toHaveLength(2);
  },
  BUILD_TIMEOUT_MS,
);
