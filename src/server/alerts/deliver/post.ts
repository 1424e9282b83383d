// Posts to a URL that a caller gave: only to public addresses, without redirects, bounded in time and size.
import { type LookupAddress, lookup as lookupDns } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { deadlineOf } from '../../limits/deadline.js';
import { asSaid } from './as-said.js';
import { isPublicAddress, isPublicHost } from './public-address.js';

/**
 * The URL's host is not a public address, or is a name that does not resolve to one; `cause` is why it does not,
 * which is for the operator alone.
 */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError';
}

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Covers the whole exchange, from the DNS lookup to the last byte. */
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  readonly signal: AbortSignal;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The beginning of the body. */
  readonly excerpt: string;
}

const MOST_BYTES_READ = 2_048;
const EXCERPT_LENGTH = 200;

const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookupDns(hostname, { all: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });

/**
 * The same for each name, with the reason apart: who makes alerts must not learn which names this network knows,
 * nor how it resolves them.
 */
const unresolved = (hostname: string, cause: Error): PrivateAddressError =>
  new PrivateAddressError(`${hostname} does not resolve to a public address.`, { cause });

/**
 * The lookup that the connection itself uses: the checked address is the one that is connected to, so a name
 * that resolves differently the next time (DNS rebinding) gains nothing.
 */
const guardedLookup =
  ({ allowPrivate, resolve = systemResolve }: PostOptions): LookupFunction =>
  (hostname, options, callback) => {
    const fail = (error: Error) => callback(allowPrivate ? error : unresolved(hostname, error), []);
    resolve(hostname).then((addresses) => {
      const hidden = addresses.find(({ address }) => !isPublicAddress(address));
      if (hidden !== undefined && !allowPrivate) {
        return fail(new Error(`${hostname} resolves to ${hidden.address}`));
      }
      const [first] = addresses;
      if (first === undefined)
        return fail(new Error(`The host name ${hostname} has no IP address.`));
      if (options.all) return callback(null, [...addresses]);
      return callback(null, first.address, first.family);
    }, fail);
  };

/**
 * @throws {PrivateAddressError} before anything is sent to an address that is not public
 * @throws what the network throws, and an error named TimeoutError or AbortError
 */
export async function post(target: string, options: PostOptions): Promise<PostAnswer> {
  const url = new URL(target);
  const { hostname } = url;
  // Checked here because Node does not call `lookup` for a host that is an IP address.
  if (!options.allowPrivate && !isPublicHost(hostname)) {
    throw new PrivateAddressError(`${hostname} is not a public address.`);
  }
  const { signal, end } = deadlineOf(options.signal, options.timeoutMs);
  try {
    return await exchange(url, options, signal);
  } finally {
    end();
  }
}

async function exchange(url: URL, options: PostOptions, signal: AbortSignal): Promise<PostAnswer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        // A new connection each time: a kept one was checked for an earlier delivery, maybe under other settings.
        agent: false,
        lookup: guardedLookup(options),
        signal,
        headers: {
          'user-agent': 'chaintrail-alerts',
          'content-length': String(Buffer.byteLength(options.body)),
          ...options.headers,
        },
      },
      resolve,
    );
    // Without this listener, Node drops the connection on an upgrade silently, and the promise would never settle.
    sent.on('upgrade', (switched, socket) => {
      socket.destroy();
      resolve(switched);
    });
    sent.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    sent.end(options.body);
  });
  return {
    status: response.statusCode ?? 0,
    retryAfter: response.headers['retry-after'],
    excerpt: await readExcerpt(response),
  };
}

/** The status counts even when the body breaks off, so a read error is ignored. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MOST_BYTES_READ) break;
    }
  } catch {
    // The part that was read is enough.
  }
  response.destroy();
  const text = Buffer.concat(parts).subarray(0, MOST_BYTES_READ).toString('utf8');
  return asSaid(text, EXCERPT_LENGTH);
}
