// All rows of each ranking of the overview: searched, sorted, exported, and with a URL.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { excessOf, faultsOf } from './look.js';
import { arrived, type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

/** More rows than a ranking shows, and one that a spreadsheet would run as a formula. */
const PATHS = ['=1+1', ...Array.from({ length: 30 }, (_, at) => `/trail/${at}`)];

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  const event = { type: 'page', channel: 'web', version: '0' } as const;
  await world.client.events.ingest(
    PATHS.map((page_path) => ({
      ...event,
      anonymous_id: crypto.randomUUID(),
      context: { page_path, location: 'DE' },
    })),
    { writeKey: world.server.writeKey },
  );
  await eventually(async () => {
    const { data } = await world.client.analytics.topPages();
    return data.length >= PATHS.length;
  });
});

const dialogOf = (page: Page) => page.getByRole('dialog');
const namesIn = (page: Page) => dialogOf(page).locator('tbody th').allTextContents();

describe('all rows of a ranking', () => {
  it('open from the ranking, can be searched and sorted, and close by going back', async () => {
    const { page, complaints } = await world.open({ at: '#/overview' });
    await settled(page);
    const pages = page.getByRole('region', { name: 'Pages', exact: true });
    expect(await pages.locator('tbody tr').count()).toBe(8);
    await pages.getByRole('link', { name: 'Show all pages' }).focus();
    await page.keyboard.press('Enter');
    await arrived(page, '#/overview?all=pages');
    const { data } = await world.client.analytics.topPages({ limit: 1_000 });
    expect(await namesIn(page)).toHaveLength(data.length);
    expect((await namesIn(page))[0]).toBe(data[0]?.page);

    await dialogOf(page).getByRole('searchbox').fill('TRAIL/1');
    expect(await namesIn(page)).toHaveLength(11);
    await dialogOf(page).getByText(`11 of ${data.length}`).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Path' }).press('Enter');
    expect((await namesIn(page)).slice(0, 3)).toEqual(['/trail/1', '/trail/10', '/trail/11']);
    expect(await faultsOf(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await arrived(page, '#/overview');
    expect(await dialogOf(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Show all pages');
    await page.goBack();
    await dialogOf(page).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('filter the overview by the row that is clicked', async () => {
    const { page } = await world.open({ at: '#/overview?all=places' });
    await settled(page);
    await dialogOf(page).getByRole('button', { name: 'Germany' }).click();
    await arrived(page, '#/overview?filter=location%3Aeq%3ADE');
    expect(await dialogOf(page).count()).toBe(0);
    await page.getByText('Country is Germany', { exact: true }).waitFor();
    await page.close();
  });

  it('are exported as shown, and none is a formula', async () => {
    const { page, complaints } = await world.open({ at: '#/overview?all=pages' });
    await settled(page);
    await dialogOf(page).getByRole('searchbox').fill('1');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialogOf(page).getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(download.suggestedFilename()).toMatch(/^pages-\d{4}-\d\d-\d\d\.csv$/);
    expect(lines[0]).toBe('Path,Views,Visitors,Sessions');
    expect(lines).toContain("'=1+1,1,1,1");
    expect(lines).toHaveLength((await namesIn(page)).length + 2);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(['sources', 'events', 'chains', 'places', 'wallets'])(
    '%s are those of the API, also on a phone in dark mode',
    async (id) => {
      const { page, complaints } = await world.open({
        at: `#/overview?range=90d&all=${id}`,
        viewport: { width: 320, height: 640 },
        colorScheme: 'dark',
      });
      await settled(page);
      const asked = {
        limit: 1_000,
        date_from: new Date(Date.now() - 89 * 86_400_000).toISOString().slice(0, 10),
      };
      const { analytics } = world.client;
      const answers = {
        sources: analytics.topSources,
        events: analytics.topEvents,
        chains: analytics.topChains,
        places: analytics.topLocations,
        wallets: analytics.topWallets,
      };
      const { data } = await answers[id as keyof typeof answers](asked);
      expect(await namesIn(page)).toHaveLength(data.length);
      expect(await excessOf(page)).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.close();
    },
  );
});
