// The Solana example, started as its README says, with a Wallet Standard wallet, a cluster and the
// real server.
import { expect, it } from 'vitest';
import { readTopEvents } from '../../support/ask-api.js';
import { launchBrowser } from '../../support/chromium.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { startServer } from '../../support/server.js';
import { bundlePage } from '../wallets/bundle.js';
import type { WalletQuestion } from '../wallets/page/solana-wallet.js';
import { createSolanaBackground } from '../wallets/solana-background.js';
import { startSolanaCluster } from '../wallets/solana-cluster.js';
import { startExample } from './start-example.js';

const cleanUp = createCleanup();

it('solana: records the wallet, a signature, and a transaction until it is confirmed', async () => {
  const cluster = await startSolanaCluster();
  cleanUp(() => cluster.stop());
  const server = await startServer();
  cleanUp(server.dispose);
  const [wallet, walletScript, browser, example] = await Promise.all([
    createSolanaBackground(cluster),
    bundlePage('solana-wallet.ts'),
    launchBrowser(),
    startExample('solana', {
      ...{ VITE_WRITE_KEY: server.writeKey, VITE_API_HOST: server.url, VITE_RPC_URL: cluster.url },
    }),
  ]);
  cleanUp(() => browser.close());
  cleanUp(example.stop);
  const context = await browser.newContext();
  await context.exposeFunction('askSolanaWallet', (question: WalletQuestion) =>
    wallet.answer(question),
  );
  await context.addInitScript({ content: walletScript });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(example.url);

  for (const name of ['Connect', 'Sign', 'Send']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByText(`${name}: done`).waitFor();
  }
  await eventually(async () =>
    expect(await readTopEvents(server)).toMatchObject({
      ...{ page: 1, detect: 1, connect: 1, signature: 2, transaction: 3 },
    }),
  );
  expect(faults).toEqual([]);
});
