#!/usr/bin/env node
// The command `chaintrail`. What only the server needs is imported once it is known to be installed.
import { runCli } from './cli/main.js';

const { env, stdin, stdout, stderr } = process;

runCli(process.argv.slice(2), { env, stdin, stdout, stderr, workingDirectory: process.cwd() }).then(
  (status) => {
    process.exitCode = status;
  },
  (error) => {
    stderr.write(`${error?.stack ?? error}\n`);
    process.exit(1);
  },
);
