// The rules of this code that a machine can check: size of files, names, and what must never
// appear.
import { basename } from 'node:path';

export interface SourceFile {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly lines: readonly string[];
}

/** Returns one text for each violation. */
export type Rule = (files: readonly SourceFile[]) => string[];

const MOST_LINES = 300;
const HALF_OF_FILES_UNDER = 75;

const pathsOf = (files: readonly SourceFile[]): string[] => files.map(({ path }) => path);

const areShort: Rule = (files) =>
  files
    .filter(({ lines }) => lines.length > MOST_LINES)
    .map(({ path, lines }) => `${path}: ${lines.length} lines`);

const halfAreShorter: Rule = (files) => {
  const lengths = files
    .filter(({ path }) => path.startsWith('src'))
    .map(({ lines }) => lines.length)
    .sort((a, b) => a - b);
  const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
  return median < HALF_OF_FILES_UNDER ? [] : [`half of the sources have ${median} lines or more`];
};

const haveKebabNames: Rule = (files) =>
  pathsOf(files.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+|\.[a-z0-9]+)*$/.test(basename(path))));

/** An instruction to a tool does not count as such a sentence. */
const beginByTheirPurpose: Rule = (files) =>
  pathsOf(
    files.filter(({ lines }) => {
      const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
      return !/^(\/\/ |\/\*\*? )(?!biome-|@ts-|eslint|prettier|global )\S/.test(first ?? '');
    }),
  );

/**
 * Configuration files that need a default export, and these rules and their test, which quote
 * violations.
 */
const EXEMPT = [
  ...['vitest.config.ts', 'vite.config.mjs', 'next.config.mjs'],
  ...['house-rules.ts', 'house-rules.test.ts'],
];

const neverHold =
  (pattern: RegExp): Rule =>
  (files) =>
    files
      .filter(({ path }) => !EXEMPT.includes(basename(path)))
      .flatMap(({ path, lines }) =>
        lines.flatMap((line, index) =>
          pattern.test(line) ? [`${path}:${index + 1}: ${line}`] : [],
        ),
      );

export const RULES = {
  'files are at most 300 lines long': areShort,
  'half of the sources are under 75 lines': halfAreShorter,
  'names of files are in kebab-case': haveKebabNames,
  'files begin by saying what they are for': beginByTheirPurpose,
  'no default export': neverHold(/^\s*export default\b|\bas default\s*[,}]/),
  'no enum': neverHold(/^\s*(export )?(declare )?(const )?enum \w/),
  'no test left out, run alone or expected to fail': neverHold(
    /\b(it|test|describe|suite)(\.\w+)*\.(only|skip|skipIf|runIf|todo|fails)\b|\b(xit|xdescribe|xtest|fit|fdescribe)\(|\b(skip|only|todo|fails): true\b|^\s*(context|ctx|task)\.skip\(/,
  ),
  'no work left for later': neverHold(/\b(TODO|FIXME|XXX)\b/),
  'no silenced compiler': neverHold(/@ts-(ignore|nocheck)\b/),
  'no path of one machine': neverHold(/['"`(\s=:](file:\/\/)?\/(home|root|work|Users)\//),
} as const satisfies Readonly<Record<string, Rule>>;
