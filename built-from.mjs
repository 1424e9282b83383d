// What `dist` is built of. As a command, with --check: ends with 0 where `dist` is of the files as they are now.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INPUTS = [
  ...['src', 'examples/wallets', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['rollup.config.mjs', 'built-from.mjs'],
];

/** Each build begins by removing it with the folder, and ends by writing it. */
const RECORD = 'dist/.built-from';

const filesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesIn(join(path, name)))
    : [path];

const hashOf = (text) => createHash('sha256').update(text).digest('hex');

/** A hash of the names of all files that a build reads, and of what is in them. */
export const readInputs = () =>
  hashOf(
    INPUTS.flatMap(filesIn)
      .map((path) => `${path} ${hashOf(readFileSync(path))}\n`)
      .join(''),
  );

/** @param {string} inputs {@link readInputs}, from before the build */
export const recordInputs = (inputs) => writeFileSync(RECORD, inputs);

const isBuilt = () => {
  try {
    return readFileSync(RECORD, 'utf8') === readInputs();
  } catch {
    return false;
  }
};

if (process.argv[2] === '--check') process.exitCode = isBuilt() ? 0 : 1;
