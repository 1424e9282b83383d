// The command of a clone: npx starts the built file itself, which it made executable for an earlier build only.
import { expect, it } from 'vitest';
import { fromRoot, manifest } from '../support/project.js';
import { run } from '../support/run.js';

it.each(Object.entries(manifest.bin))('%s is started by its path', async (_, path) => {
  const { status, output } = await run(fromRoot(path), ['--version'], { cwd: fromRoot() });
  expect([status, output.trim()]).toEqual([0, manifest.version]);
});
