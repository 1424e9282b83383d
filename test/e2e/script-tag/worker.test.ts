// The script in a worker, where there is no page: it loads, does nothing, and warns.
import { expect, it } from 'vitest';
import { createTagWorld } from './world.js';

const world = createTagWorld();

it('loads in a worker, where a tracker warns once that it does nothing', async () => {
  const code = `
    importScripts('/chaintrail.js');
    const warnings = [];
    console.warn = (message) => warnings.push(message);
    const tracker = chaintrail.createTracker({ writeKey: 'key', apiHost: '${world.collector.url}' });
    tracker.track('one');
    tracker.track('two');
    tracker.flush().then(() => postMessage(warnings));`;
  world.site.page('/worker.js', code, { 'content-type': 'text/javascript' });
  world.site.page(
    '/',
    `<title>Shop</title><script>
      notes = [];
      new Worker('/worker.js').onmessage = ({ data }) => notes.push(data);
    </script>`,
  );
  const page = await world.open();
  await page.waitForFunction(() => window.notes.length === 1);
  expect(await page.evaluate(() => window.notes[0])).toEqual([
    expect.stringMatching(/^chaintrail: track\(\) did nothing/),
  ]);
  expect(world.arrived()).toEqual([]);
});
