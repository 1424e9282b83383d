// Controls stay in place while results load, so that a click that begins on a button ends on it.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type DashboardWorld, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The requests of the dashboard to the server. */
const QUESTIONS = /\/(v0\/|readyz|openapi)/;

interface HeldPage {
  readonly page: Page;
  /** Lets all requests through, the newest first. */
  release(): Promise<void>;
}

/** Loads a page whose requests are held back, except those that match `free`. */
const holdAnswers = async (page: Page, at: string, free = /^$/): Promise<HeldPage> => {
  const waiting: Route[] = [];
  let isHeld = true;
  await page.route(QUESTIONS, async (route) => {
    if (isHeld && !free.test(route.request().url())) waiting.push(route);
    else await route.continue();
  });
  await page.goto('about:blank');
  await page.goto(`${world.server.url}/${at}`);
  await page.locator('.skeleton').first().waitFor();
  const release = async () => {
    isHeld = false;
    for (const route of waiting.reverse()) await route.continue();
    await settled(page);
  };
  return { page, release };
};

const openHeld = async (at: string, viewport = WIDE, free = /^$/): Promise<HeldPage> => {
  const { page } = await world.open({ at: 'docs', viewport });
  return holdAnswers(page, at, free);
};

/** Remembers the position of each control and heading of the view, and returns their number. */
const markControls = (page: Page) =>
  page.evaluate(() => {
    const topOf = (one: Element) => one.getBoundingClientRect().top + scrollY;
    const all = [...document.querySelectorAll('main :is(h1, h2, a, button, input, select)')];
    const marked = all
      .filter((one) => one.getClientRects().length > 0)
      .map((one) => ({ one, top: topOf(one) }));
    Object.assign(window, {
      movedControls: (most: number) =>
        marked
          .map(({ one, top }) => ({
            name: `${one.tagName} ${one.textContent?.trim().slice(0, 20)}`,
            by: one.isConnected ? Math.round(topOf(one) - top) : 'gone',
          }))
          .filter(({ by }) => typeof by === 'string' || Math.abs(by) > most),
    });
    return marked.length;
  });

const movedControls = (page: Page, most: number) =>
  page.evaluate((pixels) => {
    const { movedControls: find } = window as unknown as {
      movedControls: (most: number) => readonly { name: string; by: number | string }[];
    };
    return find(pixels);
  }, most);

/** Pixels, less than a line. */
const MOST = 3;

describe.each([
  ['on a wide screen', WIDE],
  ['on a phone', PHONE],
])('no control moves when results arrive, %s', (_, viewport) => {
  it.each<[name: string, at: () => string, free?: RegExp]>([
    ['the overview', () => '#/overview?range=30d'],
    ['live events', () => '#/live'],
    ['a search for visitors', () => '#/live?find=1'],
    ['the wallets', () => '#/wallets'],
    // The panels of the page are known only once the wallet is loaded.
    ['a wallet', () => `#/wallets/${world.address}?range=30d`, /\/v0\/profiles\//],
    ['the boards', () => '#/boards'],
    ['a board', () => `#/boards/${world.boardId}?range=30d`],
    ['the alerts', () => '#/alerts'],
    ['the settings', () => '#/settings'],
    ['the form of a chart', () => `#/boards/${world.boardId}?chart=new`, /\/v0\/boards\/[^/]+$/],
  ])('on %s', async (_name, at, free) => {
    const { page, release } = await openHeld(at(), viewport, free);
    if (free !== undefined) await page.locator('main .panel').first().waitFor();
    expect(await markControls(page)).toBeGreaterThan(1);
    await release();
    expect(await movedControls(page, MOST)).toEqual([]);
    await page.close();
  });
});

it.each([
  ['revenue', WIDE],
  ['history', PHONE],
])('a button can be clicked although the %s of the wallet loads meanwhile', async (_, viewport) => {
  const at = `#/wallets/${world.address}?range=30d`;
  const { page, release } = await openHeld(at, viewport, /\/v0\/(profiles\/|key$)/);
  const add = page.getByRole('region', { name: 'Labels' }).getByRole('button', { name: 'Add' });
  await add.hover();
  await page.mouse.down();
  await release();
  await page.mouse.up();
  await page.getByRole('dialog').getByText('New label').waitFor();
  await page.close();
});

it.each([WIDE, PHONE])('nothing moves when the server goes away, $width wide', async (viewport) => {
  const { page } = await world.open({ viewport });
  await settled(page);
  expect(await markControls(page)).toBeGreaterThan(1);
  await page.route(QUESTIONS, (route) => route.abort());
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor();
  // It is where somebody sees it, and can be pressed.
  await again.click({ trial: true });
  const { bottom } = await again.evaluate((one) => one.getBoundingClientRect());
  expect(bottom).toBeLessThan(viewport.height);
  expect(await movedControls(page, MOST)).toEqual([]);
  await page.close();
});

describe('with several projects, labels and segments', () => {
  beforeAll(async () => {
    const { client, address } = world;
    await world.command('project', 'create', '--name', 'Second', '--json');
    const { projects } = await client.key.retrieve();
    const project_id = projects[0]?.id ?? '';
    await client.profiles.labels.upsert(address, { tag_id: 'vip', value: '' }, { project_id });
    await client.segments.create({
      ...{ name: 'Spenders', project_id, logic: 'and', behaviors: [] },
      conditions: [{ field: 'users.revenue', op: 'gt', value: 1 }],
    });
  });

  it.each(['#/overview', '#/live', '#/wallets'])(
    '%s stands still in a tab that was here before',
    async (at) => {
      const { page } = await world.open({ viewport: PHONE, at });
      await settled(page);
      await page.getByRole('combobox', { name: 'Project' }).waitFor();
      const { release } = await holdAnswers(page, at);
      expect(await markControls(page)).toBeGreaterThan(1);
      await release();
      expect(await movedControls(page, MOST)).toEqual([]);
      await page.close();
    },
  );

  it('the controls of a view share a line on a wide screen', async () => {
    const { page } = await world.open({ at: '#/overview' });
    await settled(page);
    await page.getByRole('combobox', { name: 'Project' }).waitFor();
    const tops = await page
      .locator('.view-actions')
      .locator('select, button')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
    await page.close();
  });
});
