// The snippets of everything that readers read: README, docs, examples.
import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './project.js';

export interface Snippet {
  /** Where it stands, such as `README.md:33`. */
  readonly place: string;
  readonly file: string;
  /** As its fence says, such as `ts`. */
  readonly language: string;
  readonly code: string;
  /** Why no test compiles or runs it, as its fence says after `not-run:`. */
  readonly notRun: string | undefined;
}

const FENCE = /^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm;

const markdownIn = (folder: string): string[] =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`)
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

/** In the order of the files' names; the README's picture of the folders is none. */
export const readSnippets = (): Snippet[] =>
  ['README.md', ...markdownIn('src/server/docs/pages'), ...markdownIn('examples')]
    .flatMap(snippetsOf)
    .filter(({ language }) => language !== 'mermaid');
