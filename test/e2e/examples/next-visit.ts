// Requirements of the Next example, however it is built: it renders for many visitors at once, then
// one visitor uses it.
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Collector } from '../../support/collector.js';
import { eventually } from '../../support/eventually.js';

/** The fields of an event that are used here. */
export interface Told {
  readonly event: string | null;
  readonly type: string;
  readonly anonymous_id: string;
  readonly properties: { readonly revenue?: number } | null;
}

export const told = (collector: Collector): Told[] =>
  [...collector.kept.values()] as unknown as Told[];

/**
 * Requests the page for many visitors at once: each answer contains only its own visitor, and the
 * text `holds`.
 */
export const expectRenders = async (address: string, holds: string): Promise<void> => {
  const names = Array.from({ length: 10 }, (_, index) => `visitor-${index}.`);
  const pages = await Promise.all(
    names.map(async (name) => {
      const answer = await fetch(address, { headers: { 'x-visitor': name } });
      return answer.text();
    }),
  );
  for (const [index, text] of pages.entries()) {
    expect(names.filter((name) => text.includes(name))).toEqual([names[index]]);
    expect(text).toContain(holds);
  }
};

/** Opens a page, and collects its exceptions and console errors. */
export const openFaultless = async (
  browser: Browser,
  address: string,
): Promise<{ page: Page; faults: readonly string[] }> => {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const isIcon = message.location().url.endsWith('/favicon.ico');
    if (message.type() === 'error' && !isIcon) faults.push(message.text());
  });
  await page.goto(address);
  // A click before React has hydrated the page would be lost.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('button') ?? {}).some((key) =>
      key.startsWith('__reactProps'),
    ),
  );
  return { page, faults };
};

export interface NextApp {
  readonly url: string;
  readonly browser: Browser;
  /** No events of pages have arrived there yet. */
  readonly collector: Collector;
}

export const expectNextApp = async ({ url, browser, collector }: NextApp): Promise<void> => {
  const all = () => told(collector);
  await expectRenders(url, 'anonymous id: none');
  expect(all().filter(({ type }) => type === 'page')).toEqual([]);

  const { page, faults } = await openFaultless(browser, url);
  const isPlaced = ({ event }: Told) => event === 'order_placed';
  const before = all().filter(isPlaced).length;
  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByText('ordered').waitFor();
  const [clicked, placed] = await eventually(() => {
    const found = [
      ...all().filter(({ event }) => event === 'order_clicked'),
      ...all().filter(isPlaced).slice(before),
    ];
    expect(found).toHaveLength(2);
    return found;
  });
  expect(placed?.anonymous_id).toBe(clicked?.anonymous_id);
  expect(placed?.properties?.revenue).toBe(40);
  expect(all().filter(({ type }) => type === 'page')).toHaveLength(1);
  expect(faults).toEqual([]);
  await page.close();
};
