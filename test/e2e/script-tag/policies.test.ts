// The script tag under strict policies of sites: integrity, CSP, sandboxes.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { fromRoot } from '../../support/project.js';
import { INTEGRITY, SNIPPET, STUB, tag } from './pages.js';
import { createTagWorld } from './world.js';

const world = createTagWorld();
const attributes = (more: Readonly<Record<string, string>> = {}) => ({
  'data-write-key': world.writeKey,
  'data-api-host': world.collector.url,
  ...more,
});
const isLoaded = () => 'createTracker' in window.chaintrail;

it('the snippet of the build has at most 520 bytes and contains the hash of the file', () => {
  expect(Buffer.byteLength(SNIPPET)).toBeLessThanOrEqual(520);
  expect(SNIPPET).toContain(`integrity="${INTEGRITY}" crossorigin`);
  expect(readFileSync(fromRoot('dist/chaintrail.js.integrity'), 'utf8')).toBe(INTEGRITY);
  expect(STUB).not.toMatch(/eval|Function\(|style=/);
});

it('loads with its hash, also from another origin', async () => {
  const src = `${world.otherSite.url}/chaintrail.js`;
  const all = attributes({ src, integrity: INTEGRITY, crossorigin: '' });
  world.site.page('/', `<title>Shop</title>${STUB}${tag(all)}`);
  const page = await world.open();
  await page.waitForFunction(isLoaded);
  await eventually(() => world.arrived().includes('page'));
  expect(world.messages).toEqual([]);
});

it('does not run with another hash', async () => {
  const integrity = `sha384-${'A'.repeat(64)}`;
  const script = `<script>notes = []; chaintrail.flush().then(() => notes.push('answered'))</script>`;
  world.site.page('/', `<title>Shop</title>${STUB}${script}${tag(attributes({ integrity }))}`);
  const page = await world.open();
  await page.waitForFunction(() => window.notes.length > 0);
  expect(await page.evaluate(isLoaded)).toBe(false);
  await eventually(() => expect(world.messages.join()).toContain('integrity'));
  expect(world.arrived()).toEqual([]);
});

it('works with a nonce and strict-dynamic, without eval or inline styles', async () => {
  const policy = [
    "default-src 'none'",
    "script-src 'nonce-abc' 'strict-dynamic'",
    "style-src 'none'",
    `connect-src ${world.collector.url}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
  const html = `<!doctype html><title>Shop</title>${STUB.replace('<script', '<script nonce="abc"')}
    ${tag(attributes({ nonce: 'abc' }))}
    <script nonce="abc">
      notes = [];
      addEventListener('securitypolicyviolation', (event) => notes.push(event.violatedDirective));
      chaintrail.track('swap');
    </script>`;
  world.site.page('/', html, { 'content-security-policy': policy });
  const page = await world.open();
  await eventually(() => world.arrived().includes('swap'));
  expect(await page.evaluate(() => window.notes)).toEqual([]);
  expect(world.messages).toEqual([]);
});

it('without the nonce it is blocked, and the page still works', async () => {
  const html = `<!doctype html><title>Shop</title><h1>Shop</h1>${tag(attributes())}`;
  world.site.page('/', html, { 'content-security-policy': "script-src 'nonce-abc'" });
  const page = await world.open();
  await page.waitForFunction(() => document.readyState === 'complete');
  expect(await page.evaluate(() => 'chaintrail' in window)).toBe(false);
});

/** A page with a frame that has its own tracker. */
const framed = (sandbox: string, isCrossOrigin: boolean) => {
  const inner = `<!doctype html><title>Frame</title>${STUB}${tag(attributes())}
    <script>chaintrail.track('framed'); chaintrail.flush().then(() => parent.postMessage('done', '*'))</script>`;
  const host = isCrossOrigin ? world.otherSite : world.site;
  host.page('/frame', inner);
  world.site.page(
    '/',
    `<!doctype html><title>Shop</title><script>notes = []; onmessage = (event) => notes.push(event.data)</script>
     <iframe ${sandbox} src="${host.url}/frame"></iframe>`,
  );
};

it.each([
  ['of the same origin', '', false],
  ['of another origin', '', true],
  ['sandboxed, where storage is denied', 'sandbox="allow-scripts"', false],
  ['of another origin, sandboxed', 'sandbox="allow-scripts"', true],
])('works in a frame %s', async (_, sandbox, isCrossOrigin) => {
  framed(sandbox, isCrossOrigin);
  const page = await world.open();
  await page.waitForFunction(() => window.notes.includes('done'));
  expect(world.arrived()).toContain('framed');
  expect(world.messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
});

it('works in an in-app browser without workers, locks, IndexedDB and compression', async () => {
  const script = `<script>
    for (const name of ['Worker', 'SharedWorker', 'indexedDB', 'CompressionStream', 'BroadcastChannel'])
      Object.defineProperty(window, name, { value: undefined });
    for (const name of ['locks', 'serviceWorker', 'sendBeacon'])
      Object.defineProperty(navigator, name, { value: undefined });
  </script>`;
  world.site.page('/', `<!doctype html><title>Shop</title>${script}${STUB}${tag(attributes())}`);
  const page = await world.open();
  await page.evaluate(() => window.chaintrail.track('swap', { note: 'x'.repeat(2_000) }));
  await page.evaluate(() => window.chaintrail.flush());
  expect(world.arrived()).toContain('swap');
  expect(world.messages.filter((message) => message.startsWith('uncaught'))).toEqual([]);
});
