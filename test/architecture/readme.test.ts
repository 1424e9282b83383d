// The README's picture of the folders is the one that the sources draw.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { cruiseSource } from './cruise.js';
import { drawFolders } from './folder-diagram.js';

const BLOCK = /(<!-- folders -->\n)[\s\S]*?(<!-- \/folders -->)/;

it('shows the folders as they are', async () => {
  const readme = readFileSync(fromRoot('README.md'), 'utf8');
  expect(readme, 'README.md has lost its markers <!-- folders --> and <!-- /folders -->').toMatch(
    BLOCK,
  );
  const diagram = drawFolders(await cruiseSource(fromRoot()));
  const fresh = readme.replace(BLOCK, (_, start, end) => `${start}${diagram}\n${end}`);
  await expect(
    fresh,
    'The folders in README.md are out of date: npm run readme',
  ).toMatchFileSnapshot(fromRoot('README.md'));
});
