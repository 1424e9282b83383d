// Finds a program on this machine, or installs Debian's package of it when it may.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that tests need. */
export interface Wanted {
  readonly name: string;
  /** The environment variable that says where it is. */
  readonly variable: string;
  readonly debianPackage: string;
  /** Where it is; undefined when nowhere. */
  readonly find: (machine: Machine) => string | undefined;
}

/** What the search depends on; tests give their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
  readonly isRoot: boolean;
  /** Runs a command to its end. */
  readonly run: (command: string, args: readonly string[]) => void;
}

const thisMachine: Machine = {
  env: process.env,
  exists: existsSync,
  isRoot: process.getuid?.() === 0,
  run: (command, args) => {
    console.log(`${command} ${args.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync(command, args, { stdio: 'inherit', env });
  },
};

/** Test files run at the same time, and of two apt-get one fails: each takes its turn. */
const TURNS = join(tmpdir(), 'chaintrail-apt-get.lock');

/**
 * Where the program is, which is installed when it is missing and may be: as root, by apt-get.
 *
 * @throws what to install or to set when there is none. Nothing is skipped in silence.
 */
export const ensureInstalled = (wanted: Wanted, machine: Machine = thisMachine): string => {
  const { name, variable, debianPackage, find } = wanted;
  const found = find(machine);
  if (found) return found;
  const mayInstall = machine.isRoot && machine.exists('/usr/bin/apt-get');
  if (mayInstall) {
    machine.run('flock', [TURNS, 'apt-get', 'update', '-q']);
    machine.run('flock', [
      ...[TURNS, 'apt-get', 'install', '-q', '-y', '--no-install-recommends'],
      debianPackage,
    ]);
    const installed = find(machine);
    if (installed) return installed;
  }
  throw new Error(
    [
      `The tests need ${name}, and none was found at ${variable}, on PATH or in the usual places.`,
      mayInstall
        ? `Installing it by "apt-get install ${debianPackage}" failed; its output is above.`
        : 'It was not installed for you: that needs root and apt-get.',
      `Install ${name} (on Debian: sudo apt-get install ${debianPackage}),`,
      `or set ${variable} to where it is, then run the tests again.`,
    ].join('\n'),
  );
};
