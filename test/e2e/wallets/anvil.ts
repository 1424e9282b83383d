// An EVM chain on this machine: a node with funded accounts, which mines each transaction at once.
import { spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { killWithThisProcess } from '../../support/kill-with-this-process.js';

export interface Anvil {
  readonly url: string;
  /** Hexadecimal, as wallets write it. */
  readonly chainId: string;
  /** The result of a JSON-RPC call. Rejects with the node's own error object. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The path of the program: the package's own launcher needs an install script, which may not have
 * run.
 */
const findProgram = (): string => {
  const require = createRequire(import.meta.url);
  const near = require.resolve('@foundry-rs/anvil/package.json');
  const platform = `${SYSTEMS[process.platform]}-${PROCESSORS[process.arch]}`;
  const program = createRequire(near).resolve(`@foundry-rs/anvil-${platform}/bin/anvil`);
  chmodSync(program, 0o755);
  return program;
};

const createRpc = (url: string): Anvil['rpc'] => {
  let id = 0;
  return async (method, params = []) => {
    id += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    const answer = (await response.json()) as { readonly result?: unknown; error?: object };
    if (answer.error) throw answer.error;
    return answer.result;
  };
};

/** Starts a separate chain on a free port. The caller stops it. */
export const startAnvil = async (chainId: number): Promise<Anvil> => {
  const flags = ['--port', '0', '--chain-id', String(chainId), '--accounts', '3'];
  const child = spawn(findProgram(), flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  killWithThisProcess(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    const read = (text: string) => {
      output += text;
      const address = output.match(/Listening on (\S+)/)?.[1];
      if (address) resolve(`http://${address}`);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`anvil ended with ${code}:\n${output}`)));
  });
  return {
    url,
    chainId: `0x${chainId.toString(16)}`,
    rpc: createRpc(url),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
