// Serves MetaMask's own test dapp as it is published, with only our script tag added.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Visit, WalletWorld } from './world.js';

const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
};

const require = createRequire(import.meta.url);
const FOLDER = join(dirname(require.resolve('@metamask/test-dapp/package.json')), 'dist');

export const serveTestDapp = ({ site, scriptTag }: WalletWorld): void => {
  for (const name of ['index.html', 'main.js', '917.js', '940.js', 'index.css', 'constants.json']) {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const ending = name.split('.').at(-1) as keyof typeof TYPES;
    const body = ending === 'html' ? text.replace('<head>', `<head>${scriptTag}`) : text;
    site.serve(ending === 'html' ? '/' : `/${name}`, body, TYPES[ending]);
  }
};

/** A visitor on it, once it has found the wallets. */
export const visitTestDapp = async (world: WalletWorld): Promise<Visit> => {
  const visit = await world.visit('/');
  await visit.page.getByRole('button', { name: 'Use Second Wallet' }).waitFor();
  return visit;
};

/** Clicks the buttons with these ids, one after another. */
export const press = async ({ page }: Visit, ...ids: readonly string[]): Promise<void> => {
  for (const id of ids) await page.locator(`#${id}:enabled`).click();
};
