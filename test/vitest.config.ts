// Configuration of the test suite: one process for each file, and timeouts that suffice for real
// servers and browsers.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SHORT_LIVED, WITHOUT_OWN_STORAGE } from './support/node-flags.js';
import { plainSummary } from './support/plain-summary.js';

/** Tests that need `dist/` and Chromium; all others run on the sources alone. */
const BUILT = ['test/{e2e,package,size}/**/*.test.ts', 'test/architecture/exports.test.ts'];

const fromSource = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/**
 * The examples import the package, and these tests run without its build. The same is in
 * `test/tsconfig.json`.
 */
const SOURCES = [
  { find: /^chaintrail$/, replacement: fromSource('browser/index.ts') },
  { find: /^chaintrail\/react$/, replacement: fromSource('react/index.ts') },
  { find: /^chaintrail\/wallets\/(.*)$/, replacement: fromSource('wallets/$1.ts') },
];

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    reporters: ['default', plainSummary()],
    allowOnly: false,
    // One more than there are cores, since files spend much of their time waiting for browsers,
    // servers and clocks.
    maxWorkers: availableParallelism() + 1,
    execArgv: [...SHORT_LIVED, ...WITHOUT_OWN_STORAGE],
    setupFiles: ['test/support/check-answers.ts'],
    globalSetup: 'test/support/made-once.ts',
    // Generous: they only stop a test that hangs, on a machine that may be busy with other things.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        resolve: { alias: SOURCES },
        test: {
          name: 'source',
          include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
          exclude: BUILT,
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: BUILT,
          globalSetup: 'test/support/prepare.ts',
        },
      },
    ],
  },
});
