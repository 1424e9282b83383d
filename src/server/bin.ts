#!/usr/bin/env node
// The command `chaintrail`. What only the server needs is imported once it is known to be installed.
import { runCli } from './cli/main.js';

const { env, stdin, stdout, stderr } = process;

for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads may have enough of it, as `head` does: that is no failure of the command.
    if (error.code === 'EPIPE') return;
    // Such as a full disk: a server goes on without its log.
    process.exitCode = 1;
    if (stream === stdout) stderr.write(`The output cannot be written: ${error.message}.\n`);
  });
}

runCli(process.argv.slice(2), { env, stdin, stdout, stderr, workingDirectory: process.cwd() }).then(
  (status) => {
    process.exitCode ||= status;
    // A pipe that stays open and silent would keep a command that has left it. A file has no such handle.
    if ('unref' in stdin) stdin.unref();
  },
  (error) => {
    stderr.write(`${error?.stack ?? error}\n`);
    process.exit(1);
  },
);
