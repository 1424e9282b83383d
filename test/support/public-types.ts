// Reads the type declarations of the built package by the TypeScript compiler.
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

/** The exports of the declaration file of an entry: public names, with aliases resolved to their symbols. */
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
