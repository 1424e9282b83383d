// The public names that each entry of the built package exports. A change here is a change of the
// API.
import ts from 'typescript';
import { expect, it } from 'vitest';
import { entries, fromRoot } from '../support/project.js';
import { publicSymbols } from '../support/public-types.js';

/** Every name that an entry exports; types are marked. */
const namesIn = (types: string): string[] =>
  [...publicSymbols(types)]
    .map(([name, { flags }]) => (flags & ts.SymbolFlags.Value ? name : `type ${name}`))
    .sort();

it('the public names are those of the snapshot', async () => {
  const listing = entries
    .map(({ specifier, types }) => [specifier, ...namesIn(types).map((n) => `  ${n}`)])
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  await expect(
    `${listing}\n`,
    'The public names changed. If that is meant: npm run unit -- test/architecture/exports --update',
  ).toMatchFileSnapshot('public-names.txt');
});

it.each(entries)('$specifier exports the values that its types declare', async (entry) => {
  const module: object = await import(fromRoot(entry.code));
  const promised = namesIn(entry.types).filter((name) => !name.startsWith('type '));
  expect(Object.keys(module).sort()).toEqual(promised);
});
