// How a page looks, and how accessible it is.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds, each with its first element. */
export const faultsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (): Promise<AxeResults> =>
      (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
};

/** The number of colours on a canvas, including transparent. */
export const coloursOf = (page: Page, selector: string) =>
  page.locator(`${selector} canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return new Set(new Uint32Array(data?.buffer ?? new ArrayBuffer(0))).size;
  });

/** By how many pixels the page is wider than its window. */
export const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Checks that the page fits the narrowest screen, and restores its size. */
export const expectFitsPhone = async (page: Page): Promise<void> => {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 700 });
  // Charts resize shortly after the window.
  await eventually(async () => expect(await excessOf(page)).toBe(0));
  if (size) await page.setViewportSize(size);
};
