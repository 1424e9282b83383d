// The bytes that each wallet adapter adds to a page with the tracker: printed, and within a budget.
import { expect, it } from 'vitest';
import { bundleParts, bytesOf, LATE, sizeOf } from './bundle.js';

const TRACKER = `export { createTracker } from 'chaintrail';
export const loadLate = () => import('${LATE}');
`;
const withAdapter = (name: string) => `${TRACKER}export * from 'chaintrail/wallets/${name}';`;

/**
 * For the chunk that the first transaction of a visitor loads, and for the one that reads builder
 * codes.
 */
const LATE_BYTES = 2_100;

const report = (name: string, bytes: number) =>
  process.stdout.write(`${name}: ${bytes} bytes (brotli) beyond the tracker\n`);

/** Bytes; the goal for the wallets of the browser is 4,000. */
const WALLETS_BYTES = 5_600;

it(`eip1193 and eip6963 together cost at most ${WALLETS_BYTES} bytes beyond the core`, async () => {
  const bytes = (await sizeOf(withAdapter('eip1193'))) - (await sizeOf(TRACKER, false));
  report('eip1193 + eip6963', bytes);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(WALLETS_BYTES);
});

/** Bytes; the goal for each is 1,500. */
const ADAPTERS = { wagmi: 1_500, viem: 1_500, ethers: 1_500, abi: 1_500 };

it.each(Object.entries(ADAPTERS))(
  '%s costs at most %d bytes beyond a tracker with wallets',
  async (name, most) => {
    const bytes = (await sizeOf(withAdapter(name))) - (await sizeOf(TRACKER));
    report(name, bytes);
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(most);
  },
);

it(`each chunk that is loaded late costs at most ${LATE_BYTES} bytes`, async () => {
  const { later } = await bundleParts(TRACKER);
  const sizes = later.map((code) => bytesOf([code])).sort((a, b) => a - b);
  process.stdout.write(`loaded late: ${sizes.join(', ')} bytes (brotli)\n`);
  // The app's own chunk, builder codes, and the watching of transactions.
  expect(sizes).toHaveLength(3);
  expect(sizes.at(-1)).toBeLessThanOrEqual(LATE_BYTES);
});
