// The public names: what each entry of the built package exports. A change here is a change of the API.
import ts from 'typescript';
import { expect, it } from 'vitest';
import { entries, fromRoot } from '../support/project.js';

/** Every name that a declaration file exports: values plain, types marked. */
const namesIn = (declarations: string): string[] => {
  const program = ts.createProgram([declarations], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(declarations);
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${declarations} is no module. Build first: npm run build`);
  return checker
    .getExportsOfModule(symbol)
    .map((name) => {
      const target = name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name;
      return target.flags & ts.SymbolFlags.Value ? name.name : `type ${name.name}`;
    })
    .sort();
};

it('are these', async () => {
  const listing = entries
    .map(({ specifier, types }) => [specifier, ...namesIn(fromRoot(types)).map((n) => `  ${n}`)])
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  await expect(
    `${listing}\n`,
    'The public names changed. If that is meant: npm run unit -- test/architecture/exports --update',
  ).toMatchFileSnapshot('public-names.txt');
});

it.each(entries)('$specifier has in its code the values that its types promise', async (entry) => {
  const module: object = await import(fromRoot(entry.code));
  const promised = namesIn(fromRoot(entry.types)).filter((name) => !name.startsWith('type '));
  expect(Object.keys(module).sort()).toEqual(promised);
});
