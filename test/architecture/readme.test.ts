// The diagram of the folders in src/README.md is up to date, and the README links to it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { cruiseSource } from './cruise.js';
import { drawFolders } from './folder-diagram.js';

const PAGE = 'src/README.md';
const BLOCK = /(<!-- folders -->\n)[\s\S]*?(<!-- \/folders -->)/;

it('shows the folders as they are', async () => {
  const page = readFileSync(fromRoot(PAGE), 'utf8');
  expect(page, `${PAGE} has lost its markers <!-- folders --> and <!-- /folders -->`).toMatch(
    BLOCK,
  );
  const diagram = drawFolders(await cruiseSource(fromRoot()));
  const fresh = page.replace(BLOCK, (_, start, end) => `${start}${diagram}\n${end}`);
  await expect(fresh, `The folders in ${PAGE} are out of date: npm run readme`).toMatchFileSnapshot(
    fromRoot(PAGE),
  );
});

it('is linked from the README', () => {
  expect(readFileSync(fromRoot('README.md'), 'utf8')).toContain(`](${PAGE})`);
});
