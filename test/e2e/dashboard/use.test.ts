// Typical use of the dashboard: signing in, filtering, going back, live events, the keyboard.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { faultsOf } from './look.js';
import { stillPicture } from './still-picture.js';
import { arrived, type DashboardWorld, goTo, settled, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

/** Waits until the element with this text, id or tag has the focus, which follows rendering. */
const expectFocus = (page: Page, name: string) =>
  eventually(async () => {
    const focused = await page.evaluate(() => {
      const { textContent, id, tagName } = document.activeElement ?? {};
      return [textContent, id, tagName];
    });
    expect(focused).toContain(name);
  });

describe('signing in', () => {
  it('accepts a key, stores it for the tab, and removes it on signing out', async () => {
    const { page, complaints } = await world.open({ apiKey: null });
    await page.getByLabel('API key').fill(` ${world.server.apiKey} `);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each(['ct_wrong', 'schlüssel'])('refuses %s, and explains what to do', async (key) => {
    const { page } = await world.open({ apiKey: null });
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('does not know this key').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(page.url()).not.toContain(key);
    await page.close();
  });

  it('with a key of few scopes shows what it can, and names the missing one', async () => {
    const made = await world.makeKey('boards:read');
    const { page } = await world.open({ apiKey: made.apiKey });
    await page.getByText('This key lacks the scope query:read').waitFor();
    await settled(page);
    expect(await page.getByText('This key lacks').count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await goTo(page, '#/boards');
    await page.getByRole('link', { name: 'Growth' }).waitFor();
    await goTo(page, '#/settings');
    expect(await page.locator('.scope[data-allowed=true]').allTextContents()).toEqual([
      expect.stringContaining('boards:read'),
    ]);
    await world.command('keys', 'revoke', made.id);
    await page.goto(`${world.server.url}/#/wallets`);
    await page.getByText('no longer accepts this key').waitFor();
    await page.close();
  });
});

describe('a server that is down', () => {
  const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
  /** Moves the clock of the page, since some retries wait for half a minute. */
  const withoutWaiting = (page: Page, check: () => Promise<boolean>) =>
    eventually(async () => {
      await page.clock.fastForward(5_000);
      return check();
    });

  it('is reported once, all panels are retried by one button, and by themselves when it is back', async () => {
    const { page } = await world.open();
    await page.clock.install();
    await settled(page);
    const loseServer = async (view: string) => {
      await page.route('**/v0/**', (route) => route.abort());
      await page.evaluate((hash) => {
        location.hash = hash;
      }, view);
      await withoutWaiting(page, async () => {
        const unanswered = await page.getByText('Could not be loaded.').count();
        return unanswered > 8 && (await page.locator('.skeleton, [aria-busy=true]').count()) === 0;
      });
      expect(await page.getByText('The server does not answer').count()).toBe(1);
      expect(await tryAgain(page).count()).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(1);
    };
    await loseServer('#/overview?range=30d');
    expect(await faultsOf(page)).toEqual([]);
    // Nothing is answered until the click: else live events notice that the server is back, and the button goes.
    const waiting: Route[] = [];
    let isBack = false;
    await page.route('**/v0/**', (route) => (isBack ? route.continue() : void waiting.push(route)));
    await tryAgain(page).click();
    await eventually(() => waiting.length > 8);
    isBack = true;
    for (const route of waiting) await route.continue();
    await tryAgain(page).waitFor({ state: 'detached' });
    await settled(page);

    await loseServer('#/overview?range=90d');
    await page.unroute('**/v0/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await tryAgain(page).waitFor({ state: 'detached' });
    await settled(page);

    await loseServer('#/overview?range=365d');
    await page.unroute('**/v0/**');
    // The requests for live events are repeated by themselves, and succeed.
    await withoutWaiting(page, async () => (await tryAgain(page).count()) === 0);
    await settled(page);
    await page.close();
  });
});

describe('the URL', () => {
  const visitors = (page: Page) => page.locator('.figure').first().textContent();

  it('contains days and filters, also after a reload and going back', async () => {
    const { page } = await world.open();
    await settled(page);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await arrived(page, '#/overview?range=30d');
    const all = await visitors(page);
    await page.getByRole('button', { name: 'discord.com' }).click();
    await page.getByText('Referrer is discord.com', { exact: true }).waitFor();
    await settled(page);
    const some = await visitors(page);
    expect(Number(some)).toBeLessThan(Number(all));
    expect(page.url()).toContain('#/overview?range=30d&filter=referrer%3Aeq%3Adiscord.com');

    await page.reload();
    await settled(page);
    expect(await page.locator('.chip').allTextContents()).toEqual([
      expect.stringContaining('Referrer is discord.com'),
    ]);
    expect(await visitors(page)).toBe(some);

    await page.goBack();
    await page.locator('.chip').waitFor({ state: 'detached' });
    await settled(page);
    expect(await visitors(page)).toBe(all);
    await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
    await page.goForward();
    await page.locator('.chip').waitFor();
    await page.getByRole('button', { name: /Remove the filter/ }).click();
    await page.locator('.chip').waitFor({ state: 'detached' });
    await page.close();
  });

  it('contains days and filters that are typed in a form', async () => {
    const { page } = await world.open();
    await settled(page);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByLabel('Last day').fill('2026-01-31');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: '2026-01-01 to 2026-01-31' }).waitFor();
    // By role, since the panels of the days before, shown until the new ones load, may have the same words.
    const what = page.getByRole('combobox', { name: /^Field/ });
    const how = page.getByRole('combobox', { name: /^Operator/ });
    const value = page.getByLabel('Value', { exact: true });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await what.selectOption('utm_source');
    await how.selectOption('contains');
    await value.fill('news');
    await page.getByRole('button', { name: 'Add the filter' }).click();
    await page.getByText('Campaign source contains news', { exact: true }).waitFor();
    expect(page.url()).toContain('range=2026-01-01..2026-01-31');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await how.selectOption('contains');
    await what.selectOption('revenue');
    // Only the operators that the API accepts for numbers.
    expect(await how.inputValue()).toBe('eq');
    await how.selectOption('gt');
    await value.fill('much');
    await page.getByRole('button', { name: 'Add the filter' }).click();
    await value.fill('12.5');
    await page.getByRole('button', { name: 'Add the filter' }).click();
    await page.getByText('Revenue is over 12.5', { exact: true }).waitFor();
    expect(page.url()).not.toContain('much');

    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await what.selectOption('Country');
    await value.fill('Atlantis');
    await page.getByRole('button', { name: 'Add the filter' }).click();
    await value.fill('germany');
    await page.getByRole('button', { name: 'Add the filter' }).click();
    await page.getByText('Country is Germany', { exact: true }).waitFor();
    expect(page.url()).toContain('filter=location%3Aeq%3ADE');
    expect(page.url()).not.toContain('Atlantis');
    await page.close();
  });
});

describe('live events', () => {
  it('appear by themselves', async () => {
    const { page } = await world.open({ at: '#/live' });
    await page.locator('.events > li').first().waitFor();
    await world.client.events.ingest(
      [
        {
          ...{ type: 'track', event: 'badge_burned', channel: 'web', version: '0' },
          anonymous_id: '5f0c2f0a-7b7e-4c0a-9f0e-0c6f2f1f7a11',
        },
      ],
      { writeKey: world.server.writeKey },
    );
    await page.locator('.events > li', { hasText: 'badge_burned' }).waitFor();
    await page.getByRole('status').getByText('1 new: badge_burned').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('[data-live=true]').waitFor();
    await page.close();
  });
});

describe('the keyboard', () => {
  it('reaches everything: skips the navigation, opens and closes a form, goes to another view', async () => {
    const { page } = await world.open({ at: '#/overview?range=30d' });
    await settled(page);
    await page.keyboard.press('Tab');
    await expectFocus(page, 'Skip to content');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'main');
    await page.keyboard.press('Tab');
    await expectFocus(page, 'Filter');
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add a filter' });
    await form.waitFor();
    await expectFocus(page, 'SELECT');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await expectFocus(page, 'Filter');
    await page.keyboard.press('Shift+Tab');
    await page.getByRole('link', { name: 'Wallets', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor();
    await expectFocus(page, 'Wallets');
    expect(await page.title()).toBe('Wallets · Chaintrail');
    await page.close();
  });

  it('selects the theme, which is kept', async () => {
    const { page } = await world.open({ at: '#/overview?range=30d', colorScheme: 'light' });
    await settled(page);
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    expect(await theme()).toBe('light');
    await page.getByRole('radio', { name: 'System' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await theme()).toBe('dark');
    await page.locator('canvas[data-drawn=dark]').first().waitFor();
    await page.reload();
    await settled(page);
    expect(await theme()).toBe('dark');
    await page.close();
  });
});

it('keeps series hidden by the legend when a chart is drawn again', async () => {
  const { page } = await world.open({ at: '#/overview?range=30d', colorScheme: 'light' });
  await settled(page);
  const canvas = page.getByRole('region', { name: 'Activity' }).locator('canvas');
  const picture = () => stillPicture(canvas);
  const choose = async (theme: string) => {
    await page.getByRole('radio', { name: theme, exact: true }).check({ force: true });
    await page.locator(`canvas[data-drawn=${theme.toLowerCase()}]`).first().waitFor();
  };
  const whole = await picture();
  let reduced = whole;
  // Tries the labels at the bottom; on how many lines they are depends on the fonts of the machine.
  const { height = 0 } = (await canvas.boundingBox()) ?? {};
  for (let y = height - 6; reduced === whole && y > height / 2; y -= 6) {
    await canvas.click({ position: { x: 40, y } });
    await page.mouse.move(1, 1);
    await eventually(async () =>
      expect(await canvas.evaluate((one) => one.matches(':hover'))).toBe(false),
    );
    reduced = await picture();
  }
  expect(reduced).not.toBe(whole);
  await choose('Dark');
  await choose('Light');
  expect(await picture()).toBe(reduced);
  await page.close();
});
