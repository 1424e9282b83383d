// A dapp on an origin of its own: every path serves the same page, which creates a tracker by the script tag.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fromRoot } from './project.js';

export interface DappSite {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** Serves `body` under `path` instead of the page. */
  serve(path: string, body: string, contentType: string): void;
  stop(): Promise<void>;
}

/**
 * The query parameter `options` (JSON) gives the options of the tracker, and the code in `prepare` runs before
 * everything else. `/empty` has no tracker.
 */
const PAGE = `<!doctype html><title>Dapp</title>
<script>
  (0, eval)(new URLSearchParams(location.search).get('prepare'));
  addEventListener('error', (event) => console.error('page fault: ' + event.message));
  addEventListener('unhandledrejection', (event) => console.error('page fault: ' + event.reason));
</script>
<script src="/chaintrail.js"></script>
<script>
  const drops = [];
  const faults = [];
  const options = JSON.parse(new URLSearchParams(location.search).get('options'));
  const tracker = chaintrail.createTracker({
    pageViews: false,
    ...options,
    onDrop: (event) => drops.push(event),
    onError: (fault) => faults.push(fault.code + ': ' + fault.message),
  });
  const track = (from, count) => {
    for (let n = from; n < from + count; n++) tracker.track('step', { n });
  };
  window.dapp = { tracker, track, drops, faults };
</script>`;

const answer = (response: ServerResponse, body: string | Buffer, contentType: string): void => {
  response.writeHead(200, { 'content-type': contentType }).end(body);
};

export const startDappSite = async (): Promise<DappSite> => {
  const script = readFileSync(fromRoot('dist/chaintrail.js'));
  const served = new Map<string, readonly [body: string, contentType: string]>();
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const own = served.get(path);
    if (own) answer(response, ...own);
    else if (path === '/chaintrail.js') answer(response, script, 'text/javascript');
    else answer(response, path === '/empty' ? '' : PAGE, 'text/html; charset=utf-8');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    serve: (path, body, contentType) => served.set(path, [body, contentType]),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
