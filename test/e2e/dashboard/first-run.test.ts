// With a new server, the dashboard explains how to start, waits, and shows the first event by
// itself.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { excessOf, faultsOf } from './look.js';
import { type EmptyWorld, settled, startEmptyDashboard } from './world.js';

const cleanUp = createCleanup();
let world: EmptyWorld;

beforeAll(async () => {
  world = await startEmptyDashboard();
  cleanUp(world.close);
});

const tagOf = (url: string, key: string) =>
  `<script async src="${url}/chaintrail.js" data-write-key="${key}"></script>`;

it.each([
  { width: 1280, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
] as const)('says how to start, $width wide and $colorScheme', async ({ width, colorScheme }) => {
  const viewport = { width, height: 800 };
  const { page, complaints } = await world.open({ viewport, colorScheme });
  await page.getByText('Waiting for the first event…').waitFor();
  await settled(page);
  const code = page.locator('.figures-panel .command code');
  expect(await code.textContent()).toBe(tagOf(world.server.url, 'WRITE_KEY'));
  await page.getByLabel('Write key').fill('"><script>');
  await page.getByText('This is not a write key').waitFor();
  expect(await code.textContent()).toBe(tagOf(world.server.url, 'WRITE_KEY'));
  await page.getByLabel('Write key').fill(` ${world.server.writeKey} `);
  expect(await code.textContent()).toBe(tagOf(world.server.url, world.server.writeKey));
  expect(await page.getByRole('button', { name: 'Copy script tag' }).isVisible()).toBe(true);
  expect(await page.getByText('count as bot traffic').isVisible()).toBe(true);
  expect(await page.getByRole('link', { name: 'demo dapp' }).getAttribute('href')).toBe('/demo');
  expect(await excessOf(page)).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.close();
});

it('waits, and shows the first event by itself', async () => {
  const { page, complaints } = await world.open();
  await page.getByText('Waiting for the first event…').waitFor();
  await world.client.events.ingest(
    [
      {
        ...{ type: 'page', channel: 'web', version: '0', anonymous_id: crypto.randomUUID() },
        context: { page_path: '/first' },
      },
    ],
    { writeKey: world.server.writeKey },
  );
  await page.getByText('Waiting for the first event…').waitFor({ state: 'detached' });
  await page.locator('.figure').first().waitFor();
  await page.getByRole('region', { name: 'Pages' }).getByText('/first').waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});
