// The dashboard on screens and paper of any size, with names and numbers of any length, moving or not.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { type DashboardWorld, startDashboard } from './world.js';

const cleanUp = createCleanup();
let world: DashboardWorld;

beforeAll(async () => {
  world = await startDashboard();
  cleanUp(world.close);
});

describe('motion', () => {
  const moving = (page: Page) => page.evaluate(() => document.getAnimations().length);

  it('is there, and not where less of it is wanted', async () => {
    const { page } = await world.open({ at: '#/live', reducedMotion: 'no-preference' });
    await page.locator('[data-live=true]').waitFor();
    expect(await moving(page)).toBeGreaterThan(0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await moving(page)).toBe(0);
    await page.route('**/v0/**', () => {});
    await page.reload();
    await page.locator('.bone').first().waitFor();
    expect(await moving(page)).toBe(0);
    await page.close();
  });
});
