// Lists the files of a folder of this project, without what other tests write there meanwhile.
import { readdirSync } from 'node:fs';
import { fromRoot } from './project.js';

/** The folders of packages, bundlers and builds. */
const MADE = ['node_modules', 'dist', '.next'];

/**
 * Paths relative to the project. Folders that are made are not entered: examples that run in other tests add
 * and remove folders there, and `readdirSync` itself throws where one is gone before it was read.
 */
export const filesIn = (folder: string): string[] =>
  readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return path;
    return MADE.includes(entry.name) ? [] : filesIn(path);
  });
