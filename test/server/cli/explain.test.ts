// What is said at the terminal of what went wrong at a start.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { explain } from '../../../src/server/cli/explain.js';
import { readSettings } from '../../../src/server/settings.js';

it('names HOST where nobody knows its address', async () => {
  const host = 'nobody.invalid';
  const [error] = await once(createServer().listen(0, host), 'error');
  const said = explain(error, readSettings({ HOST: host }, '/here'));
  expect(said).toMatch(
    /^Cannot listen on nobody\.invalid:4318: getaddrinfo .* Set HOST or PORT\.$/,
  );
});
