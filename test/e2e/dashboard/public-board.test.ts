// A public board opens for everybody who has its link, and shows nothing else.
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { coloursOf, excessOf, faultsOf } from './look.js';
import { type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;
let path: string;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
  const { public_path } = await world.client.boards.update(world.boardId, { isPublic: true });
  path = public_path ?? '';
});

/** Opens it without a key. */
const openAsStranger = async (options: BrowserContextOptions = {}) => {
  const opened = await world.open({ ...options, apiKey: null, at: path.slice(1) });
  await settled(opened.page);
  await opened.page.locator('[data-chart]').first().waitFor();
  return opened;
};

it('its link can be copied from the board, and opens it', async () => {
  const { page } = await world.open({
    at: `#/boards/${world.boardId}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await settled(page);
  // The button says so for two seconds, which must not pass before the test sees it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: 'Copy public link' }).click();
  await page.getByText('Copied').waitFor({ state: 'attached' });
  await page.clock.resume();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${world.server.url}${path}`);
  await page.context().clearPermissions();
  const response = await page.goto(link);
  expect(response?.headers()).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self';/),
  });
  await page.getByRole('heading', { name: 'Growth', level: 1 }).waitFor();
  await page.close();
});

it('shows the board, and links to nothing else', async () => {
  const { page, complaints } = await world.open({ apiKey: null });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { authorization } = request.headers();
    asked.push(`${new URL(request.url()).pathname} ${authorization ?? 'without a key'}`);
  });
  await page.goto(`${world.server.url}${path}`);
  await settled(page);
  await page.getByText('What the team looks at on Mondays').waitFor();
  await page.getByText('The last 7 days and today, in UTC').waitFor();
  expect(await page.title()).toBe('Growth · Chaintrail');
  expect(await page.locator('[data-chart]').count()).toBe(9);
  for (const type of ['bar', 'line', 'pie', 'stacked', 'user_paths']) {
    expect(await coloursOf(page, `[data-chart=${type}]`), type).toBeGreaterThan(3);
  }
  expect(await page.locator('[data-chart=table] .wallet').count()).toBe(8);
  expect(await page.getByRole('link').count()).toBe(0);
  expect(new Set(asked)).toEqual(
    new Set(
      [path, '/dashboard/dashboard.css', '/dashboard/dashboard.js'].map(
        (one) => `${one} without a key`,
      ),
    ),
  );
  expect(complaints).toEqual([]);
  await page.close();
});

describe.each<[string, BrowserContextOptions]>([
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 375, height: 700 }, isMobile: true, colorScheme: 'dark' }],
])('%s', (_, options) => {
  it('has no violations of axe, and fits the screen', async () => {
    const { page } = await openAsStranger(options);
    expect(await faultsOf(page)).toEqual([]);
    expect(await excessOf(page)).toBe(0);
    await page.close();
  });
});

it('is not available once it is no longer public', async () => {
  await world.client.boards.update(world.boardId, { isPublic: false });
  const { page } = await world.open({ apiKey: null, at: path.slice(1) });
  await page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.close();
});
