// The stub in real Chromium: calls before the script has loaded are kept and run later, and no
// promise hangs.
import { expect, it } from 'vitest';
import { eventually } from '../../support/eventually.js';
import { STUB, tag } from './pages.js';
import { createTagWorld } from './world.js';

const world = createTagWorld();

const pageWith = (script: string, attributes: Readonly<Record<string, string>> = {}) => {
  const all = {
    'data-write-key': world.writeKey,
    'data-api-host': world.collector.url,
    ...attributes,
  };
  return `<!doctype html><title>Shop</title>${STUB}${tag(all)}<script>${script}</script>`;
};

it('runs the calls of a page in order, and settles their promises', async () => {
  const script = `
    notes = [];
    held = chaintrail;
    for (let n = 0; n < 50; n++) chaintrail.track('step' + n, { n });
    chaintrail.flush().then(() => notes.push('flushed'));
    chaintrail.anonymousId().then((id) => notes.push(id));`;
  world.site.page('/', pageWith(script, { 'data-page-views': 'false' }));
  world.site.holdScript();
  const page = await world.open();
  await page.waitForFunction(() => document.readyState === 'interactive');
  expect(await page.evaluate(() => window.notes)).toEqual([]);
  world.site.release();

  await page.waitForFunction(() => window.notes.length === 2);
  const id = await page.evaluate(() => window.chaintrail.anonymousId());
  expect(new Set(await page.evaluate(() => window.notes))).toEqual(new Set(['flushed', id]));
  expect(world.arrived()).toEqual(Array.from({ length: 50 }, (_, n) => `step${n}`));
  // A reference to the stub still works.
  await page.evaluate(() =>
    (window as unknown as { held: Window['chaintrail'] }).held.track('late'),
  );
  await eventually(() => world.arrived().includes('late'));
  expect(world.messages).toEqual([]);
});

it('is not thenable, so that await returns it', async () => {
  world.site.page('/', pageWith('notes = []'));
  world.site.holdScript();
  const page = await world.open();
  const isItself = await page.evaluate(async () => (await window.chaintrail) === window.chaintrail);
  expect(isItself).toBe(true);
  world.site.release();
});

it('settles every promise when the script is blocked, and queues no further calls', async () => {
  const script = `notes = []; chaintrail.flush().then(() => notes.push('flushed'));`;
  world.site.page('/', pageWith(script, { src: '/blocked.js' }));
  const page = await world.open();
  await page.waitForFunction(() => window.notes.includes('flushed'));
  const waiting = await page.evaluate(async () => {
    await window.chaintrail.flush();
    for (let n = 0; n < 100; n++) window.chaintrail.track('lost');
    return (window.chaintrail as unknown as { q: unknown[] }).q.length;
  });
  expect(waiting).toBe(1);
});

it('keeps the calls when the script of another tag is blocked', async () => {
  const other = { 'data-write-key': 'other', 'data-name': 'shop', src: '/blocked.js' };
  const script = `notes = [];
    addEventListener('error', () => notes.push('blocked'), true);
    chaintrail.track('between');`;
  world.site.page('/', pageWith(`${script}</script>${tag(other)}<script>`));
  world.site.holdScript();
  const page = await world.open();
  await page.waitForFunction(() => window.notes.includes('blocked'));
  await page.evaluate(() => void window.chaintrail.track('after'));
  world.site.release();
  await eventually(() => world.arrived().includes('after'));
  expect(world.arrived()).toContain('between');
});

it('does not block the page: it is parsed, painted and interactive before the script loads', async () => {
  const html = `${pageWith('notes = []')}<h1>Shop</h1>
    <script>addEventListener('DOMContentLoaded', () => notes.push('parsed'))</script>`;
  world.site.page('/', html);
  world.site.holdScript();
  const page = await world.open();
  await page.waitForFunction(() => window.notes.includes('parsed'));
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  expect(await page.evaluate(() => 'createTracker' in window.chaintrail)).toBe(false);
  world.site.release();
  await eventually(() => world.arrived().includes('page'));
});
