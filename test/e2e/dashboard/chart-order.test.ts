// The order of a board's charts is changed in the form of the board, also without a mouse.
import { beforeAll, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { faultsOf } from './look.js';
import { type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

it('moves a chart, saves the order and shows it', async () => {
  const { id } = await world.client.boards.create({ title: 'Three' });
  for (const title of ['First', 'Second', 'Third']) {
    const query = 'SELECT count() AS hits FROM events';
    await world.client.charts.create(id, { chart_type: 'number', title, query });
  }
  const { page, complaints } = await world.open({ at: `#/boards/${id}?range=30d` });
  await settled(page);
  const shown = () => page.locator('.grid > .panel h2').allTextContents();
  const listed = () => page.locator('.order li > span').allTextContents();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await shown()).toEqual(['First', 'Second', 'Third']);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Move Third up' }).focus();
  await page.keyboard.press('Enter');
  expect(await listed()).toEqual(['First', 'Third', 'Second']);
  expect(await focused()).toBe('Move Third up');
  await page.keyboard.press('Enter');
  expect(await listed()).toEqual(['Third', 'First', 'Second']);
  // It is at the top, and stays there.
  await page.keyboard.press('Enter');
  expect(await listed()).toEqual(['Third', 'First', 'Second']);
  expect(await focused()).toBe('Move Third up');
  await page.getByRole('button', { name: 'Move First down' }).click();
  expect(await listed()).toEqual(['Third', 'Second', 'First']);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save the board' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.locator('.grid > .panel:first-child h2', { hasText: 'Third' }).waitFor();
  expect(await shown()).toEqual(['Third', 'Second', 'First']);
  const { data } = await world.client.charts.list(id);
  expect(data.map(({ title }) => title)).toEqual(['Third', 'Second', 'First']);
  expect(complaints).toEqual([]);
  await page.close();
});
