// Reads the RPC endpoint of each chain, from which the logs of contracts are read.
import type { EnvironmentReader } from './read-environment.js';

export interface RpcSettings {
  /** By chain id. The URLs may hold keys, so they are never shown. */
  readonly urls: Readonly<Record<number, string>>;
  /** How many blocks must follow a block before its logs count. */
  readonly confirmations: number;
  /** Seconds between two reads of a chain's head. */
  readonly pollSeconds: number;
}

const NAME = /^RPC_URL_(.*?)(_FILE)?$/;
const CHAIN_ID = /^[1-9]\d{0,15}$/;

/** Faults name the variable and never show the address. */
export function readRpcSettings(read: EnvironmentReader): RpcSettings {
  const chains = new Set(
    read.names().flatMap((name) => {
      const chain = NAME.exec(name)?.[1];
      return chain === undefined ? [] : [chain];
    }),
  );
  const urls: Record<number, string> = {};
  for (const chain of chains) {
    const name = `RPC_URL_${chain}`;
    if (!CHAIN_ID.test(chain) || !Number.isSafeInteger(Number(chain))) {
      read.fault(`${name} must end in a chain id, as in RPC_URL_1.`);
      continue;
    }
    const url = read.secret(name);
    if (url === undefined) continue;
    if (/^https?:\/\/./i.test(url) && URL.canParse(url)) urls[Number(chain)] = url;
    else read.fault(`${name} must be the http or https URL of an RPC endpoint.`);
  }
  return {
    urls,
    confirmations: read.whole('RPC_CONFIRMATIONS', { fallback: 12, most: 10_000 }),
    pollSeconds: read.whole('RPC_POLL_SECONDS', { fallback: 12, least: 1, most: 86_400 }),
  };
}

const HIDDEN = '(set, not shown)';

/** The settings without secrets. */
export const describeRpc = ({ urls, confirmations, pollSeconds }: RpcSettings) => ({
  ...(Object.keys(urls).length === 0 ? { 'RPC_URL_<chain id>': null } : {}),
  ...Object.fromEntries(Object.keys(urls).map((chain) => [`RPC_URL_${chain}`, HIDDEN])),
  RPC_CONFIRMATIONS: confirmations,
  RPC_POLL_SECONDS: pollSeconds,
});
