#!/usr/bin/env node
// The command `chaintrail`. The server's packages are imported only once they are known to be installed.
import { runCli } from './cli/main.js';

const { env, stdin, stdout, stderr } = process;

for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader of a pipe may close it early, as `head` does. That is no failure of the command.
    if (error.code === 'EPIPE') return;
    // Other write errors, such as a full disk, set the exit status, but a server runs on without its log.
    process.exitCode = 1;
    if (stream === stdout) stderr.write(`The output could not be written: ${error.message}.\n`);
  });
}

/** A shell may stand in a folder that was deleted meanwhile, as by a deployment that replaces it. */
const workingDirectoryOrEnd = (): string => {
  try {
    return process.cwd();
  } catch (error) {
    stderr.write(
      `The working directory cannot be used: ${(error as Error).message}. Change to another one, and run the command again.\n`,
    );
    process.exit(1);
  }
};

const workingDirectory = workingDirectoryOrEnd();

runCli(process.argv.slice(2), { env, stdin, stdout, stderr, workingDirectory }).then(
  (status) => {
    process.exitCode ||= status;
    // An open, silent pipe on stdin would keep the finished process alive. (A file as stdin has no `unref`.)
    if ('unref' in stdin) stdin.unref();
  },
  (error) => {
    stderr.write(`${error?.stack ?? error}\n`);
    process.exit(1);
  },
);
