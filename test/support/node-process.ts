// Runs a module in a Node process of its own, which a test may kill.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { killWithThisProcess } from './kill-with-this-process.js';

export interface NodeProcess {
  readonly pid: number;
  /** The next line that the process prints. Rejects with its stderr when it ends first. */
  nextLine(): Promise<string>;
  /** Every printed line that was not read yet. */
  drain(): readonly string[];
  kill(signal: NodeJS.Signals): Promise<void>;
  readonly ended: Promise<number | null>;
}

const collectStderr = (child: ChildProcess) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
};

/** @param source the code of an ES module, which finds `args` in `process.argv.slice(1)` */
export const startNodeProcess = (source: string, args: readonly string[]): NodeProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that fails may leave it running.
  killWithThisProcess(child);
  const stderr = collectStderr(child);
  const lines: string[] = [];
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    const first = waiting.shift();
    if (first) first.resolve(line);
    else lines.push(line);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      for (const { reject } of waiting.splice(0)) reject(new Error(`Process ended: ${stderr()}`));
      resolve(code);
    });
  });
  return {
    pid: child.pid ?? 0,
    nextLine: () => {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    drain: () => lines.splice(0),
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
    ended,
  };
};
