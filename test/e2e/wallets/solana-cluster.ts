// A Solana cluster on this machine: litesvm behind the few JSON-RPC methods that a dapp and a
// wallet use.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Address,
  getBase58Decoder,
  getTransactionDecoder,
  lamports,
  type Signature,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { asyncListener } from '../../support/async-listener.js';

export interface SolanaCluster {
  readonly url: string;
  /** Lamports. */
  balanceOf(address: string): bigint;
  fund(address: string, amount: bigint): void;
  /** Runs a signed transaction in wire format, and returns its signature in base58. */
  send(wire: Uint8Array): string;
  stop(): Promise<void>;
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': '*',
};

const readJson = async (request: IncomingMessage) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly id: unknown;
    readonly method: string;
    readonly params: readonly unknown[];
  };
};

const createMachine = () => {
  const machine = new LiteSVM();
  const send = (wire: Uint8Array) => {
    const transaction = getTransactionDecoder().decode(wire);
    const result = machine.sendTransaction(transaction);
    if (result instanceof FailedTransactionMetadata) throw new Error(result.toString());
    return getBase58Decoder().decode(result.signature());
  };
  const statusOf = (signature: unknown) => {
    const found = machine.getTransaction(signature as Signature);
    const err = found instanceof FailedTransactionMetadata ? { InstructionError: [0, 'x'] } : null;
    return found && { slot: 1, confirmations: 1, err, confirmationStatus: 'confirmed' };
  };
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getLatestBlockhash: () => ({
      context: { slot: 1 },
      value: { blockhash: machine.latestBlockhash(), lastValidBlockHeight: 150 },
    }),
    sendTransaction: ([wire]) => send(Buffer.from(String(wire), 'base64')),
    getSignatureStatuses: ([signatures]) => ({
      context: { slot: 1 },
      value: (signatures as readonly unknown[]).map(statusOf),
    }),
  };
  return { machine, send, answers };
};

export const startSolanaCluster = async (): Promise<SolanaCluster> => {
  const { machine, send, answers } = createMachine();
  const answer = asyncListener(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(204, CORS).end();
    const { id, method, params } = await readJson(request);
    const say = (said: object) =>
      response
        .writeHead(200, { ...CORS, 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
    try {
      const run = answers[method];
      if (!run) return say({ error: { code: -32601, message: `No method ${method}.` } });
      return say({ result: run(params) });
    } catch (error) {
      return say({ error: { code: -32002, message: String(error) } });
    }
  });
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    balanceOf: (address) => machine.getBalance(address as Address) ?? 0n,
    fund: (address, amount) => void machine.airdrop(address as Address, lamports(amount)),
    send,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
