// Events accepted while the server was down survive a killed browser.
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../support/ask-api.js';
import { createCleanup } from '../support/cleanup.js';
import { ENGINES, type Engine, killBrowser, WITH_PROFILES } from '../support/engines.js';
import { eventually } from '../support/eventually.js';
import { startServer, type TestServer } from '../support/server.js';
import { type StaticServer, startStaticServer } from '../support/static-server.js';
import { createTemporaryDirectory } from '../support/temporary-directory.js';
import { expectStored } from './faults/world.js';

const EVENTS = 50;

const cleanUp = createCleanup();
let server: TestServer;
let site: StaticServer;
let visits = 0;

beforeAll(async () => {
  server = await startServer();
  cleanUp(server.dispose);
  site = await startStaticServer({ '/': `<!doctype html>${server.scriptTag}`, '/empty': '' });
  cleanUp(site.stop);
});

/** Opens the site with a profile, and waits until the page view of this visit is stored. */
const visit = async (engine: Engine, profile: string) => {
  const browser = await engine.launch(profile);
  cleanUp(() => killBrowser(browser));
  const page = await browser.newPage();
  await page.goto(site.url);
  visits += 1;
  await eventually(async () => expect(await readTopEvents(server)).toMatchObject({ page: visits }));
  return { browser, page };
};

const KEEPING = ENGINES.filter(({ name }) => WITH_PROFILES.includes(name));

it.each(KEEPING)('sends the events of a killed $name after a restart, once', async (engine) => {
  const profile = await createTemporaryDirectory();
  cleanUp(profile.remove);
  const { browser, page } = await visit(engine, profile.path);

  await server.stop();
  await page.evaluate(
    (count, name) => {
      const { chaintrail } = window as unknown as { chaintrail: { track(event: string): void } };
      for (let index = 0; index < count; index += 1) chaintrail.track(name);
    },
    EVENTS,
    engine.name,
  );
  await expectStored(page, EVENTS);
  await killBrowser(browser);
  await server.restart();

  await visit(engine, profile.path);
  await eventually(async () => {
    const counts = await readTopEvents(server);
    expect(counts[`track:${engine.name}`]).toBe(EVENTS);
  });
});
