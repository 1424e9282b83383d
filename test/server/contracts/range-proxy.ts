// A proxy before a node that refuses requests like a hosted node, as a test decides, and counts the calls.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RangeProxy {
  readonly url: string;
  /** The number of blocks in each `eth_getLogs`, including refused ones. */
  readonly ranges: number[];
  state: {
    /** A larger range is refused. */
    mostBlocks?: number;
    /** Returns an answer that replaces the one of the node. */
    answer?: (method: string) => { status: number; body: string } | undefined;
    /** Runs before a call is forwarded. */
    before?: (method: string, params: readonly unknown[]) => Promise<unknown> | undefined;
  };
  stop(): Promise<void>;
}

interface Call {
  readonly method: string;
  readonly params: readonly { readonly fromBlock: string; readonly toBlock: string }[];
}

export async function startRangeProxy(target: string, path = ''): Promise<RangeProxy> {
  const ranges: number[] = [];
  const state: RangeProxy['state'] = {};
  const answerTo = async (text: string): Promise<{ status: number; body: string }> => {
    const { method, params }: Call = JSON.parse(text);
    await state.before?.(method, params);
    const scripted = state.answer?.(method);
    if (scripted !== undefined) return scripted;
    const [filter] = params;
    if (method === 'eth_getLogs' && filter !== undefined) {
      const blocks = Number(filter.toBlock) - Number(filter.fromBlock) + 1;
      ranges.push(blocks);
      if (blocks > (state.mostBlocks ?? Number.POSITIVE_INFINITY)) {
        const error = { code: -32005, message: 'query returned more than 10000 results' };
        return { status: 400, body: JSON.stringify({ jsonrpc: '2.0', id: 1, error }) };
      }
    }
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(target, { method: 'POST', headers, body: text });
    return { status: response.status, body: await response.text() };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      answerTo(text).then(
        ({ status, body }) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(body),
        // The node was stopped in the middle of a call, whose caller may be gone as well.
        () => response.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    ranges,
    state,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
