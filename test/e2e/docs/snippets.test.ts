// The snippets that are commands, pages and recipes work as described, against the real server.
import { createServer as createVite } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import { readTopEvents } from '../../support/ask-api.js';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { startDappSite } from '../../support/dapp-site.js';
import { eventually } from '../../support/eventually.js';
import { fromRoot } from '../../support/project.js';
import { run } from '../../support/run.js';
import { SERVER_BIN, startServer, type TestServer } from '../../support/server.js';
import { readSnippets } from '../../support/snippets.js';
import {
  createTemporaryDirectory,
  type TemporaryDirectory,
} from '../../support/temporary-directory.js';

const SERVER_ADDRESS = 'http://127.0.0.1:4318';
const EXAMPLE_ADDRESS = 'https://events.example.com';

const cleanUp = createCleanup();
let server: TestServer;

const snippets = readSnippets().filter(({ notRun }) => notRun === undefined);
const inLanguage = (language: string) => snippets.filter((one) => one.language === language);
/** `test/e2e/examples` runs these in their folders. */
const isExample = ({ file }: { file: string }) => /^examples\/[^/]+\/README/.test(file);

/** Does not replace names of variables that end in WRITE_KEY or API_KEY. */
const withRealKeys = (code: string) =>
  code
    .replaceAll(SERVER_ADDRESS, server.url)
    .replaceAll(/(?<![A-Z_])WRITE_KEY/g, server.writeKey)
    .replaceAll(/(?<![A-Z_])API_KEY/g, server.apiKey);

/** The commands of each page in order, since a reader runs them in one shell. */
const scripts = () => {
  const commands = inLanguage('sh').filter((one) => !isExample(one));
  const codeOf = (file: string) =>
    commands.flatMap((one) => (one.file === file ? one.code : [])).join('\n');
  return [...new Set(commands.map(({ file }) => file))].map((file) => ({
    file,
    code: codeOf(file),
  }));
};

let folder: TemporaryDirectory;

beforeAll(async () => {
  folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  server = await startServer();
  cleanUp(() => server.dispose());
});

it.each(scripts())('the commands of $file work as described', async ({ code }) => {
  const npx = `npx() { shift; ${JSON.stringify(process.execPath)} ${JSON.stringify(SERVER_BIN)} "$@"; }\n`;
  const { status, output } = await run('bash', ['-ec', npx + withRealKeys(code)], {
    cwd: folder.path,
    env: { CHAINTRAIL_DATA: server.dataDirectory },
  });
  expect(status, output).toBe(0);
  expect(output).toMatch(/"data":|key|deleted/i);
  expect(output).not.toContain('"error":');
});

it('the pages send events that arrive', async () => {
  const [browser, site] = await Promise.all([launchBrowser(), startDappSite()]);
  cleanUp(() => browser.close());
  cleanUp(() => site.stop());
  const pages = inLanguage('html');
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, { code }] of pages.entries()) {
    site.serve(`/${index}`, `<!doctype html>${withRealKeys(code)}`, 'text/html');
    const page = await browser.newPage();
    await page.goto(`${site.url}/${index}`);
    await page.waitForFunction(() => 'chaintrail' in window);
    for (const button of await page.getByRole('button').all()) await button.click();
    await eventually(async () => {
      const events = await readTopEvents(server);
      expect(events.page).toBe(index + 1);
      if (code.includes('<button')) expect(events['track:minted']).toBe(1);
    });
    await page.close();
  }
});

/** Imports a recipe of `own-domain.md` as a module. */
const importRecipe = async (word: string) => {
  const found = inLanguage('js').find(({ code }) => code.includes(word));
  const code = found?.code.replaceAll(EXAMPLE_ADDRESS, server.url) ?? '';
  const module = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
  );
  return module.default;
};

const postTo = (url: string) =>
  new Request(`${url}/v0/raw_events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.writeKey}`, 'content-type': 'application/json' },
    body: JSON.stringify([
      {
        ...{ type: 'track', event: 'forwarded', channel: 'web', version: '0' },
        ...{ anonymous_id: crypto.randomUUID(), message_id: crypto.randomUUID() },
      },
    ]),
  });

const ACCEPTED = { successful_rows: 1, quarantined_rows: 0 };

it('forwards events through Vite', async () => {
  const { server: settings } = await importRecipe('// vite.config.js');
  const vite = await createVite({
    ...{ configFile: false, envFile: false, logLevel: 'silent', root: fromRoot('examples') },
    optimizeDeps: { noDiscovery: true },
    server: { ...settings, port: 0, host: '127.0.0.1', ws: false, watch: null },
  });
  cleanUp(() => vite.close());
  await vite.listen();
  const address = vite.resolvedUrls?.local[0];
  const answer = await fetch(postTo(`${address}ingest`));
  expect(await answer.json()).toEqual(ACCEPTED);
});

it('forwards events through a worker at the edge', async () => {
  const worker = await importRecipe('Cloudflare');
  // Node requires this option for a request body that is a stream; Cloudflare does not.
  const request = postTo('https://app.example.com/ingest');
  Object.defineProperty(request, 'duplex', { value: 'half' });
  const answer: Response = await worker.fetch(request);
  expect(await answer.json()).toEqual(ACCEPTED);
});

it('forwards only what is below the path through Next.js', async () => {
  const { rewrites } = await importRecipe('// next.config.js');
  expect(await rewrites()).toEqual([
    { source: '/ingest/:path*', destination: `${server.url}/:path*` },
  ]);
});
