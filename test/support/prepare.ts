// Runs once before the tests that need the build and browsers, and fails when one is missing.
import { existsSync } from 'node:fs';
import { ensureChromium } from './chromium.js';
import { ensureFirefox } from './firefox.js';
import { fromRoot, manifest } from './project.js';
import { findWebKit } from './webkit.js';

export const setup = (): void => {
  const missing = Object.values(manifest.bin).filter((path) => !existsSync(fromRoot(path)));
  if (missing.length > 0) {
    throw new Error(`${missing.join(', ')} does not exist. Build first: npm run build`);
  }
  const webkit = findWebKit()?.at(-1) ?? 'no WebKit (Debian: webkit2gtk-driver and xvfb)';
  console.log(`Browsers: ${ensureChromium()}, ${ensureFirefox()}, ${webkit}`);
};
