// Every snippet of TypeScript and JavaScript compiles against the sources; snippets that no test
// runs are listed here.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';
import { readSnippets, type Snippet } from '../support/snippets.js';

const COMPILED = ['ts', 'tsx', 'js'];
/** The languages of snippets that `test/e2e/docs` and `test/e2e/examples` run. */
const RUN = ['sh', 'html', 'nginx'];

const snippets = readSnippets();
const compiled = snippets.filter(
  ({ language, notRun }) => COMPILED.includes(language) && notRun === undefined,
);

/** Errors about parameters without a type, which JavaScript does not have. */
const IMPLICIT_ANY = [7006, 7031];

/** Makes a snippet without imports a module, so that others cannot see its names. */
const asModule = (code: string) => `${code}\nexport {};\n`;

const messageOf = ({ messageText }: ts.Diagnostic) =>
  ts.flattenDiagnosticMessageText(messageText, ' ');

/** The errors of the compiler in each snippet, as `README.md:33+2: message`. */
const compile = (all: readonly Snippet[]): string[] => {
  const { config } = ts.readConfigFile(fromRoot('test/tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fromRoot('test'));
  const files = new Map(
    all.map((one, index) => [fromRoot(`test/docs/snippet-${index}.${one.language}`), one]),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.code ?? readFile(path);
  host.getSourceFile = (path, settings, ...rest) => {
    const one = files.get(path);
    if (!one) return getSourceFile(path, settings, ...rest);
    return ts.createSourceFile(path, asModule(one.code), settings);
  };
  const program = ts.createProgram({
    rootNames: [...files.keys(), fromRoot('test/docs/prelude.d.ts')],
    options: {
      ...{ ...options, allowJs: true, checkJs: true, noEmit: true },
      // As apps are configured: with Node's own resolution, `next/server` is not found.
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    host,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file, code }) => !(file?.fileName.endsWith('.js') && IMPLICIT_ANY.includes(code)))
    .map((found) => {
      const one = files.get(found.file?.fileName ?? '');
      const line = found.file?.getLineAndCharacterOfPosition(found.start ?? 0).line ?? 0;
      return `${one?.place ?? found.file?.fileName}+${line + 1}: ${messageOf(found)}`;
    });
};

/** A snippet with errors in the same compilation, which proves that the compiler checks them. */
const WRONG: Snippet = {
  ...{ place: 'wrong', file: '', language: 'ts', notRun: undefined },
  code: "createTracker({ writeKey });\ntracker.track('minted', 7);",
};

it('every snippet of TypeScript and JavaScript compiles', () => {
  expect(compiled.length).toBeGreaterThan(20);
  const said = compile([...compiled, WRONG]);
  expect(said.filter((line) => !line.startsWith('wrong+'))).toEqual([]);
  expect(said.map((line) => line.split(':')[0])).toEqual(['wrong+1', 'wrong+2']);
});

it('every other snippet is run by a test, or states why not', () => {
  const known = [...COMPILED, ...RUN];
  const unknown = snippets.filter(
    ({ language, notRun }) => !known.includes(language) && notRun === undefined,
  );
  expect(unknown.map(({ place, language }) => `${place}: ${language}`)).toEqual([]);
  expect(readFileSync(fromRoot('test/docs/not-run.txt'), 'utf8').trimEnd().split('\n')).toEqual(
    snippets.flatMap(({ file, language, notRun }) =>
      notRun === undefined ? [] : [`${file} ${language}: ${notRun}`],
    ),
  );
});
