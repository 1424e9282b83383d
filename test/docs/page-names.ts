// Reads the names between backticks on pages of the docs.
import { readFileSync } from 'node:fs';
import { fromRoot } from '../support/project.js';

/** @param name of the page, such as `options` */
export const readPage = (name: string): string =>
  readFileSync(fromRoot(`src/server/docs/pages/${name}.md`), 'utf8');

export const namesIn = (text = ''): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
