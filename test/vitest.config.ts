// How the test suite runs: one process a file, real servers and browsers allowed their start-up time.
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SHORT_LIVED, WITHOUT_OWN_STORAGE } from './support/node-flags.js';
import { plainSummary } from './support/plain-summary.js';

/** What needs `dist/` and Chromium; everything else runs on the sources alone. */
const BUILT = ['test/{e2e,package,size}/**/*.test.ts', 'test/architecture/exports.test.ts'];

const fromSource = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** The examples import the package; these tests run without its build. The same in `test/tsconfig.json`. */
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
    // One more than there are cores: much of a file's time is spent waiting for browsers, servers and clocks.
    maxWorkers: availableParallelism() + 1,
    execArgv: [...SHORT_LIVED, ...WITHOUT_OWN_STORAGE],
    setupFiles: ['test/support/check-answers.ts'],
    globalSetup: 'test/support/made-once.ts',
    // Generous: what these bound is a hang, on a machine that may be busy with other things.
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
