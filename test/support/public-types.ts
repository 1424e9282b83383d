// The declarations of the built package, as the compiler reads them.
import ts from 'typescript';
import { entries, fromRoot } from './project.js';

const program = ts.createProgram(
  entries.map(({ types }) => fromRoot(types)),
  {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
  },
);

/** What the declaration file of an entry exports: each by its public name, and what that stands for. */
export const publicSymbols = (types: string): ReadonlyMap<string, ts.Symbol> => {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(fromRoot(types));
  const symbol = source && checker.getSymbolAtLocation(source);
  if (!symbol) throw new Error(`${types} is no module. Build first: npm run build`);
  return new Map(
    checker
      .getExportsOfModule(symbol)
      .map((name) => [
        name.name,
        name.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(name) : name,
      ]),
  );
};
