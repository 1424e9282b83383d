// Pages that include the built script tag in the different ways that sites do, on an origin of
// their own on loopback.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromRoot } from '../../support/project.js';

/** The built file, and the snippet of the build. */
export const SCRIPT = readFileSync(fromRoot('dist/chaintrail.js'), 'utf8');
export const SNIPPET = readFileSync(fromRoot('dist/snippet.html'), 'utf8');
export const STUB = SNIPPET.match(/<script>.*?<\/script>/)?.[0] ?? '';
export const INTEGRITY = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;

/**
 * The tag with these attributes; automated Chromium counts as a robot, so the tag records robots.
 */
export const tag = (attributes: Readonly<Record<string, string>>): string =>
  `<script ${Object.entries({ async: '', src: '/chaintrail.js', 'data-bots': '', ...attributes })
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></script>`;

export interface TagSite {
  /** Origin, without a slash at its end. */
  readonly url: string;
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  /** Requests for the script wait until `release`. */
  holdScript(): void;
  release(): void;
  stop(): Promise<void>;
}

interface Page {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const startTagSite = async (): Promise<TagSite> => {
  const pages = new Map<string, Page>();
  let waiting: (() => void)[] | undefined;

  const sendScript = (response: ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      .end(SCRIPT);
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path === '/chaintrail.js') {
      if (waiting) waiting.push(() => sendScript(response));
      else sendScript(response);
      return;
    }
    if (path === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    const page = pages.get(path);
    const headers = { 'content-type': 'text/html; charset=utf-8', ...page?.headers };
    response.writeHead(page ? 200 : 404, headers).end(page?.html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    page: (path, html, headers = {}) => pages.set(path, { html, headers }),
    holdScript: () => {
      waiting = [];
    },
    release: () => {
      const late = waiting ?? [];
      waiting = undefined;
      for (const send of late) send();
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
