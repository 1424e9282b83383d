// The demo on a minimal HTTP server, with the built page, a fake SDK and an events table in memory.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createDemo } from '../../../src/server/demo/routes.js';
import { createRateLimiter } from '../../../src/server/http/rate-limit.js';
import { asyncListener } from '../../support/async-listener.js';
import { createEventsTable, type TableEvent } from './events-table.js';

const PAGE = fileURLToPath(new URL('../../../src/server/demo/page/', import.meta.url));
const FAKE_SDK = fileURLToPath(new URL('./fake-chaintrail.js', import.meta.url));

export interface ScratchServer {
  readonly url: string;
  /** While true, every request except those for the files of the page is answered with 503. */
  setBroken(broken: boolean): void;
  setSdkBlocked(blocked: boolean): void;
  close(): Promise<void>;
}

export async function startScratchServer(): Promise<ScratchServer> {
  const assetsDirectory = await buildPage();
  const table = createEventsTable();
  let broken = false;
  let sdkBlocked = false;
  const server = createServer(
    asyncListener(async (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const route = routes.find(({ path }) => path === url.pathname);
      const isFile = url.pathname !== '/demo/events' && url.pathname !== '/sink';
      if ((broken && !isFile) || (sdkBlocked && url.pathname === '/chaintrail.js')) {
        response.writeHead(503).end();
      } else if (url.pathname === '/chaintrail.js') {
        const script = `{${await readFile(FAKE_SDK, 'utf8')}}`;
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      } else if (url.pathname === '/sink') {
        table.insert(JSON.parse(await readBody(request)) as TableEvent[]);
        response.writeHead(200).end();
      } else if (route === undefined) {
        response.writeHead(404).end();
      } else {
        const query = Object.fromEntries(url.searchParams);
        const answer = await route.handle({ query, headers: request.headers, params: {} });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      }
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const routes = createDemo({
    writeKey: 'header.payload.signature',
    projectId: 'demo-project',
    publicUrl: () => url,
    analytics: table.database,
    assetsDirectory,
    rateLimiter: createRateLimiter([]),
  });
  return {
    url,
    setBroken: (next) => {
      broken = next;
    },
    setSdkBlocked: (next) => {
      sdkBlocked = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(assetsDirectory, { recursive: true });
    },
  };
}

/** Builds the page like rollup.config.mjs, but without the type check, which takes most of the time. */
async function buildPage(): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'chaintrail-demo-'));
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: join(PAGE, 'app.ts'), formats: ['es'], fileName: () => 'demo.js' },
    },
  });
  const styles = (await readdir(join(PAGE, 'styles'))).sort();
  const css = await Promise.all(styles.map((name) => readFile(join(PAGE, 'styles', name), 'utf8')));
  await writeFile(join(outDir, 'demo.css'), css.join('\n'));
  await writeFile(join(outDir, 'demo.html'), await readFile(join(PAGE, 'demo.html')));
  return outDir;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}
