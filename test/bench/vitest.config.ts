// The vitest configuration of `npm run bench`: one browser at a time, with long timeouts.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['test/bench/browser/*.bench.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 2_400_000,
    hookTimeout: 600_000,
  },
});
