// The house rules hold for every file, and each of them can fail.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../support/files-in.js';
import { fromRoot } from '../support/project.js';
import { RULES, type SourceFile } from './house-rules.js';

const files: readonly SourceFile[] = ['src', 'test', 'examples'].flatMap((folder) =>
  filesIn(folder)
    .filter((path) => /\.(ts|tsx|mjs|cjs|js)$/.test(path))
    .map((path) => ({ path, lines: readFileSync(fromRoot(path), 'utf8').trimEnd().split('\n') })),
);

const file = (path: string, ...lines: string[]): SourceFile => ({ path, lines });
const holding = (line: string): SourceFile => file('src/a.ts', '// It is for a test.', line);
const ofLength = (length: number): SourceFile =>
  file('src/a.ts', ...Array.from({ length }, () => '// A line.'));

/** For each rule, files that break it, and files that look similar and do not. */
const CASES: Readonly<
  Record<
    keyof typeof RULES,
    { readonly broken: readonly SourceFile[]; readonly kept: readonly SourceFile[] }
  >
> = {
  'files are at most 300 lines long': { broken: [ofLength(301)], kept: [ofLength(300)] },
  'half of the sources are under 75 lines': { broken: [ofLength(75)], kept: [ofLength(74)] },
  'names of files are in kebab-case': {
    broken: ['aB.ts', 'a_b.ts', '-a.ts', 'a--b.ts', 'A.ts'].map((name) => file(`src/${name}`)),
    kept: ['a-b.ts', 'a.test.ts', '0001-a.ts'].map((name) => file(`src/${name}`)),
  },
  'files begin by saying what they are for': {
    broken: ['', 'const a = 1;', '// ', '//', '// biome-ignore-all lint: x', '// @ts-check'].map(
      (line) => file('src/a.ts', line),
    ),
    kept: [
      file('src/a.ts', '// It is for a test.'),
      file('src/a.ts', '/** It is for a test. */'),
      file('src/a.ts', '#!/usr/bin/env node', '// It is for a test.'),
    ],
  },
  'no default export': {
    broken: ['export default 1;', '  export default class {', 'export { a as default };'].map(
      holding,
    ),
    kept: [holding('export const byDefault = 1;'), holding("it('has as default: all', f);")],
  },
  'no enum': {
    broken: ['enum A {', 'export enum A {', 'export const enum A {', 'declare enum A {'].map(
      holding,
    ),
    kept: [holding("const schema = { enum: ['a'] };")],
  },
  'no test left out, run alone or expected to fail': {
    broken: [
      ...["it.skip('a', f);", "  describe.only('a', f);", "test.todo('a');", "it.fails('a', f);"],
      ...["it.runIf(x)('a', f);", "it.concurrent.skip('a', f);", "it.skipIf(x)('a', f);"],
      ...["describe.skip.each([1])('a', f);", "xit('a', f);", "it('a', { skip: true }, f);"],
      ...["it('a', { only: true }, f);", '  context.skip();'],
    ].map(holding),
    kept: ["it('a', f);", 'bytes.skip(2);', "it.each([1])('a', f);", 'exit(1);'].map(holding),
  },
  'no work left for later': {
    broken: ['// TODO: finish', '/* FIXME */', '// XXX'].map(holding),
    kept: [holding("test.each(['todos']);")],
  },
  'no silenced compiler': {
    broken: ['// @ts-ignore', '// @ts-nocheck'].map(holding),
    kept: [holding('// @ts-expect-error: a wrong call is what is tested')],
  },
  'no path of one machine': {
    broken: [
      ...["read('/home/me/file')", 'cd /root/x', '`/work/x`', '("/Users/me/x")'],
      ...['NODE=/home/me/node', "import('file:///home/me/a.js')"],
    ].map(holding),
    kept: ["get('/v0/work/x')", "read('./home/x')"].map(holding),
  },
};

it('reads every folder', () => {
  const folders = new Set(files.map(({ path }) => path.split('/')[0]));
  expect([...folders]).toEqual(['src', 'test', 'examples']);
});

describe.each(Object.entries(CASES))('%s', (name, { broken, kept }) => {
  const rule = RULES[name as keyof typeof RULES];

  it('holds', () => {
    expect(rule(files)).toEqual([]);
  });

  it('reports files that break it, and no others', () => {
    for (const one of broken) expect(rule([one]), one.lines.join('\n')).toHaveLength(1);
    for (const one of kept) expect(rule([one])).toEqual([]);
  });
});
