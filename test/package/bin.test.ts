// The command in a clone: npx starts the built file itself, which it made executable only for an
// earlier build.
import { expect, it } from 'vitest';
import { fromRoot, manifest } from '../support/project.js';
import { run } from '../support/run.js';

it.each(Object.entries(manifest.bin))('%s can be started by its path', async (_, path) => {
  const { status, output } = await run(fromRoot(path), ['--version'], { cwd: fromRoot() });
  expect([status, output.trim()]).toEqual([0, manifest.version]);
});
