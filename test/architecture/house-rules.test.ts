// The habits of this code that a machine can check: size of files, names, and what never appears.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';

const MOST_LINES = 300;
const HALF_OF_FILES_UNDER = 75;

interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
}

const files: readonly SourceFile[] = ['src', 'test', 'examples'].flatMap((folder) =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path) && !/node_modules|dist\/|\.next\//.test(path),
    )
    .map((path) => join(folder, path))
    .map((path) => ({ path, lines: readFileSync(fromRoot(path), 'utf8').trimEnd().split('\n') })),
);

/** What never appears in a line, with a line that proves the pattern. */
const FORBIDDEN = [
  { name: 'a default export', pattern: /^\s*export default\b/, proof: 'export default 1;' },
  { name: 'an enum', pattern: /^\s*(export )?(const )?enum \w/, proof: 'export enum Colour {' },
  {
    name: 'a test left out or run alone',
    pattern: /\b(it|test|describe|suite)\.(only|skip|skipIf|todo)\b/,
    proof: "it.skip('works', () => {});",
  },
  { name: 'work left for later', pattern: /\b(TODO|FIXME|XXX)\b/, proof: '// TODO: finish' },
  { name: 'a silenced compiler', pattern: /@ts-(ignore|nocheck)\b/, proof: '// @ts-ignore' },
  {
    name: 'a path of one machine',
    pattern: /['"`(\s]\/(home|root|work|Users)\//,
    proof: "read('/home/me/file')",
  },
];

/** Tools that read their settings from a default export, and this file, which quotes the bad lines. */
const EXEMPT = [
  ...['vitest.config.ts', 'vite.config.mjs', 'next.config.mjs'],
  basename(import.meta.url),
];

const offendersOf = (pattern: RegExp): string[] =>
  files
    .filter(({ path }) => !EXEMPT.includes(basename(path)))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line}`] : [])),
    );

describe('files', () => {
  it(`are at most ${MOST_LINES} lines long`, () => {
    const long = files.filter(({ lines }) => lines.length > MOST_LINES);
    expect(long.map(({ path, lines }) => `${path}: ${lines.length} lines`)).toEqual([]);
  });

  it(`of the sources are short: half of them under ${HALF_OF_FILES_UNDER} lines`, () => {
    const lengths = files
      .filter(({ path }) => path.startsWith('src'))
      .map(({ lines }) => lines.length)
      .sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(HALF_OF_FILES_UNDER);
  });

  it('have names in kebab-case', () => {
    const odd = files.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+|\.[a-z0-9]+)*$/.test(basename(path)),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  it('begin by saying what they are for', () => {
    const silent = files.filter(({ lines }) => {
      const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
      return !/^(\/\/ |\/\*\*? )\S/.test(first ?? '');
    });
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});

describe.each(FORBIDDEN)('$name', ({ pattern, proof }) => {
  it('never appears', () => {
    expect(offendersOf(pattern)).toEqual([]);
  });

  it('would be noticed', () => {
    expect(proof).toMatch(pattern);
  });
});
