// Browsers may report invalid languages, such as the value of an environment variable, or none.
import { afterEach, expect, it, vi } from 'vitest';

const DAY = '2026-03-14';
const AMOUNT = 2.5;

afterEach(() => {
  vi.unstubAllGlobals();
  // Formats are created once, with the language at that time.
  vi.resetModules();
});

const write = async (language: unknown) => {
  vi.stubGlobal('navigator', { language });
  const { formatAmount } = await import('../../src/dashboard/format/numbers.js');
  const { formatAbsolute, formatDay, formatLongDay, formatRelative } = await import(
    '../../src/dashboard/format/times.js'
  );
  const { countryName } = await import('../../src/dashboard/format/names.js');
  const now = Date.parse(DAY);
  return {
    amount: formatAmount(AMOUNT),
    texts: [
      formatAbsolute(now),
      formatDay(DAY),
      formatLongDay(DAY),
      formatRelative(now, now + 60_000),
      countryName('DE'),
    ],
  };
};

it("formats numbers and times in the browser's language", async () => {
  const { amount, texts } = await write('de-DE');
  expect(amount).toBe('2,5');
  expect(texts).toContain('14. März');
  expect(texts).toContain('Deutschland');
});

it.each(['C', 'en-US@posix', '', undefined])(
  'still formats them if the language is %j',
  async (name) => {
    const { amount, texts } = await write(name);
    expect(amount).toMatch(/^2.5$/);
    for (const text of texts) expect(text).toBeTruthy();
  },
);
