// Finds the code snippets in the README, the docs and the examples.
import { readFileSync } from 'node:fs';
import { filesIn } from './files-in.js';
import { fromRoot } from './project.js';

export interface Snippet {
  /** The file and the line, such as `README.md:33`. */
  readonly place: string;
  readonly file: string;
  /** The language of its fence, such as `ts`. */
  readonly language: string;
  readonly code: string;
  /** Why no test compiles or runs it: the text after `not-run:` in its fence. */
  readonly notRun: string | undefined;
}

const FENCE = /^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm;

const markdownIn = (folder: string): string[] =>
  filesIn(folder)
    .filter((path) => path.endsWith('.md'))
    .sort();

export const snippetsOf = (file: string): Snippet[] => {
  const text = readFileSync(fromRoot(file), 'utf8');
  return [...text.matchAll(FENCE)].map(
    ({ index, 1: language = '', 2: info = '', 3: code = '' }) => ({
      place: `${file}:${text.slice(0, index).split('\n').length}`,
      file,
      language,
      code,
      notRun: info.match(/^not-run: (.+)$/)?.[1],
    }),
  );
};

/** Sorted by file name, without mermaid diagrams. */
export const readSnippets = (): Snippet[] =>
  ['README.md', ...markdownIn('src/server/docs/pages'), ...markdownIn('examples')]
    .flatMap(snippetsOf)
    .filter(({ language }) => language !== 'mermaid');
