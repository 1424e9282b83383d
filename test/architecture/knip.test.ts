// There is no unused file, export or dependency.
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { run } from '../support/run.js';

it('knip finds nothing unused', async () => {
  const { status, output } = await run('npx', ['knip', '--no-progress'], { cwd: fromRoot() });
  expect(status, output).toBe(0);
});
