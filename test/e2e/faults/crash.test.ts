// The renderer or the whole browser is killed while the server is down.
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'puppeteer-core';
import { it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { killBrowser, WITH_PROFILES } from '../../support/engines.js';
import { eventually, isAlive } from '../../support/eventually.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';
import { expectStored, inEngines, track } from './world.js';

const cleanUp = createCleanup();

/** The processes of a browser that render pages, as Linux lists them. */
const renderersOf = (browser: Browser): number[] => {
  const group = browser.process()?.pid;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid) return false;
      try {
        const [, , processGroup] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        const isRenderer = /--type=renderer|-contentproc.*\btab\b/s.test(command);
        return Number(processGroup) === group && isRenderer;
      } catch {
        return false;
      }
    });
};

/** Kills the processes that render pages, and waits until they are gone. */
const killRenderers = async (page: Page): Promise<void> => {
  const renderers = renderersOf(page.browser());
  if (renderers.length === 0) throw new Error('No process of the browser runs pages.');
  for (const pid of renderers) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // One that was only kept ready for a next page may be gone since.
    }
  }
  await eventually(() => !renderers.some(isAlive));
};

inEngines((world) => {
  it('loses nothing when the renderer is killed', async () => {
    const browser = await world.engine.launch();
    cleanUp(() => killBrowser(browser));
    world.collector.script(() => 503);
    const page = await world.open({}, undefined, browser);
    await track(page, 100);
    await expectStored(page, 100);
    await killRenderers(page);
    world.collector.script(() => 200);
    await world.open({}, undefined, browser);
    await world.expectAll(100);
  });

  it('loses nothing when the browser is killed while the server is down', async () => {
    const profile = await createTemporaryDirectory();
    cleanUp(profile.remove);
    await world.collector.close();
    const first = await world.engine.launch(profile.path);
    cleanUp(() => killBrowser(first));
    const page = await world.open({}, undefined, first);
    await track(page, 100);
    await expectStored(page, 100);
    await killBrowser(first);
    await world.collector.open();
    const second = await world.engine.launch(profile.path);
    cleanUp(() => killBrowser(second));
    await world.open({}, undefined, second);
    await world.expectAll(100);
  });
}, WITH_PROFILES);
