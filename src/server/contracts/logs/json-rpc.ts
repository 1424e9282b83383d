// Calls an RPC endpoint. Its address is a secret, so no error contains it.

import { decodePart } from '../../decode-part.js';
import { deadlineOf } from '../../limits/deadline.js';
import { parseJson } from '../../parse-json.js';

/** A call that failed. */
export class RpcError extends Error {
  /** `answered`: the node refused the call; `busy`: rate limit; `unreachable`: no usable answer. */
  readonly kind: 'answered' | 'busy' | 'unreachable';

  constructor(kind: RpcError['kind'], message: string) {
    super(message);
    this.name = 'RpcError';
    this.kind = kind;
  }
}

/** @throws {RpcError} */
export type RpcCall = (method: string, params: readonly unknown[]) => Promise<unknown>;

export interface RpcOptions {
  readonly url: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

interface RpcAnswer {
  readonly result?: unknown;
  /** A proxy in front of a node may answer with a text. */
  readonly error?: string | { readonly code?: unknown; readonly message?: unknown };
}

const TIMEOUT_MS = 30_000;
const MAX_MESSAGE_LENGTH = 300;
const MAX_CODE_LENGTH = 20;
/** A longer answer is refused, since it would not fit into memory together with others. */
const MAX_ANSWER_BYTES = 100_000_000;
/** Messages about a limit of calls, as opposed to one of blocks or logs. */
const BUSY =
  /rate.?limit|too many requests|requests? per|per second|throttl|quota|capacity|compute units|credits/i;

export function createRpc({ url, signal, timeoutMs = TIMEOUT_MS }: RpcOptions): RpcCall {
  const { address, authorization, redact } = readUrl(url);
  let id = 0;
  return async (method, params) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const deadline = deadlineOf(signal, timeoutMs);
    const { status, text } = await post(address, {
      body,
      authorization,
      signal: deadline.signal,
    }).finally(deadline.end);
    const answer = parse(text);
    if (answer?.error) throw refusal(method, answer.error, { status, redact });
    if (status === 429) throw new RpcError('busy', 'The RPC endpoint answered 429.');
    if (status === 413) throw new RpcError('answered', `${method}: the answer is too large.`);
    if (answer === undefined || status >= 400 || answer.result === undefined) {
      throw new RpcError('unreachable', `The RPC endpoint answered ${status}, without a result.`);
    }
    return answer.result;
  };
}

interface Posted {
  readonly body: string;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

async function post(address: string, { body, authorization, signal }: Posted) {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body,
      redirect: 'error',
      signal,
    });
    return { status: response.status, text: await readText(response) };
  } catch (error) {
    if (error instanceof RpcError) throw error;
    // Neither the message nor the cause is passed on, since both name the host.
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    throw isLate
      ? new RpcError('answered', 'The RPC endpoint did not answer in time.')
      : new RpcError('unreachable', `The RPC endpoint could not be reached${code}.`);
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new RpcError('answered', 'The answer is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): RpcAnswer | undefined {
  const parsed = parseJson<unknown>(text);
  return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
}

/** A node's text without control characters, fit to be shown and stored; empty for other types. */
const wordsOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll(/\p{Cc}+/gu, ' ')
    : '';

function refusal(
  method: string,
  error: NonNullable<RpcAnswer['error']>,
  { status, redact }: { readonly status: number; readonly redact: (text: string) => string },
): RpcError {
  const { code, message } = typeof error === 'string' ? { code: status, message: error } : error;
  const told = redact(wordsOf(message)).slice(0, MAX_MESSAGE_LENGTH);
  // A 429 means a rate limit, whatever the message says: each provider words it differently.
  const kind = status === 429 || BUSY.test(told) ? 'busy' : 'answered';
  return new RpcError(
    kind,
    `${method}: the node refused (${redact(wordsOf(code)).slice(0, MAX_CODE_LENGTH)}): ${told}`,
  );
}

/** Shorter parts of the address are not secrets, and are not redacted. */
const SECRET_LENGTH = 8;

/** Moves credentials into a header, since fetch refuses an address that contains them. */
function readUrl(text: string) {
  const url = new URL(text);
  const { username, password } = url;
  // A % that begins no valid escape is taken literally.
  const decoded = [username, password].map((part) => decodePart(part) ?? part);
  const credentials = decoded.join(':');
  const authorization =
    credentials === ':' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const secrets = [text, url.host, username, password, url.search, ...url.pathname.split('/')]
    .concat(decoded, [...url.searchParams.values()])
    .filter((part) => part.length >= SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  url.username = '';
  url.password = '';
  return {
    address: url.href,
    authorization,
    /** Removes secrets from a message: a node may quote the key that it was called with. */
    redact: (told: string) => secrets.reduce((all, secret) => all.replaceAll(secret, '…'), told),
  };
}
