// A facilitator on loopback that checks signatures like a real one, collects nothing, and fails as scripted.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { verifyTypedData } from 'ethers';
import { asyncListener } from '../../support/async-listener.js';

/** `be away` means that a proxy before it answers with a 502 in JSON. */
type Failure = 'refuse' | 'hang up' | 'be away';

export interface ScriptedFacilitator {
  readonly url: string;
  readonly state: {
    verified: number;
    settled: number;
    /** The failure at a path. */
    fails?: { readonly at: '/verify' | '/settle'; readonly how: Failure };
  };
  close(): Promise<void>;
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
};

/** Checks an authorization by EIP-3009, as the token itself does. */
// biome-ignore lint/suspicious/noExplicitAny: JSON of a request
function faultOf({ paymentPayload, paymentRequirements: wanted }: any): string | undefined {
  const { authorization, signature } = paymentPayload.payload;
  const domain = { ...wanted.extra, chainId: 84_532, verifyingContract: wanted.asset };
  if (authorization.to.toLowerCase() !== wanted.payTo.toLowerCase()) return 'invalid_recipient';
  if (BigInt(authorization.value) < BigInt(wanted.maxAmountRequired)) return 'invalid_value';
  const signer = verifyTypedData(domain, TYPES, authorization, signature);
  return signer === authorization.from ? undefined : 'invalid_signature';
}

export async function startScriptedFacilitator(): Promise<ScriptedFacilitator> {
  const state: ScriptedFacilitator['state'] = { verified: 0, settled: 0 };
  const server = createServer(
    asyncListener(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = JSON.parse(Buffer.concat(parts).toString());
      const { at, how } = state.fails ?? {};
      const fails = at === request.url ? how : undefined;
      if (fails === 'hang up') return request.socket.destroy();
      if (fails === 'be away') return response.writeHead(502).end('{"message":"Bad Gateway"}');
      const fault = fails === undefined ? faultOf(body) : 'insufficient_funds';
      const payer = body.paymentPayload.payload.authorization.from;
      if (request.url === '/settle' && fault === undefined) state.settled += 1;
      if (request.url === '/verify') state.verified += 1;
      const answer =
        request.url === '/verify'
          ? { isValid: fault === undefined, invalidReason: fault, payer }
          : {
              success: fault === undefined,
              errorReason: fault,
              transaction: fault === undefined ? `0x${'ab'.repeat(32)}` : '',
              network: body.paymentRequirements.network,
              payer,
            };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    state,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
