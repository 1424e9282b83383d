// Installs a competing SDK into a folder of its own outside the project, when it is first needed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../../support/project.js';
import type { Contender } from './contenders.js';

export interface Installed {
  /** The folder from which the imports of the contender are resolved. */
  readonly folder: string;
  readonly version: string;
}

const FOLDER = join(tmpdir(), 'chaintrail-bench-browser');
const ARGUMENTS = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'];
/** The timeout of one installation. */
const MOST_MS = 120_000;

const readVersion = (manifest: string): string =>
  JSON.parse(readFileSync(manifest, 'utf8')).version;

/** Finds the line of npm's output that names the reason of the failure. */
const findReason = (stderr: string): string =>
  /(?:notarget|E\d{3}) (.+)/.exec(stderr)?.[1] ?? stderr.trim().slice(-200);

/** Returns undefined, or the reason why npm failed. */
const install = (what: string, folder: string): string | undefined => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { status, stderr, error } = spawnSync('npm', [...ARGUMENTS, what], {
    cwd: folder,
    encoding: 'utf8',
    timeout: MOST_MS,
    shell: process.platform === 'win32',
  });
  if (status === 0) return undefined;
  // Otherwise the next run would take a half-installed folder for a complete one.
  rmSync(folder, { recursive: true, force: true });
  return error?.message ?? findReason(stderr);
};

/** @throws when npm can install neither the newest version nor the fallback version */
export const installContender = ({ name, npm, fallbackVersion }: Contender): Installed => {
  if (npm === undefined) {
    return { folder: fromRoot(), version: readVersion(fromRoot('package.json')) };
  }
  const folder = join(FOLDER, name);
  const manifest = join(folder, 'node_modules', npm, 'package.json');
  if (!existsSync(manifest)) {
    console.log(`Installing ${npm} into ${folder}`);
    let reason = install(npm, folder);
    if (reason !== undefined && fallbackVersion !== undefined) {
      console.log(`Falling back to ${fallbackVersion}: ${reason}`);
      reason = install(`${npm}@${fallbackVersion}`, folder);
    }
    if (reason !== undefined) throw new Error(`npm could not install it: ${reason}`);
  }
  return { folder, version: readVersion(manifest) };
};
