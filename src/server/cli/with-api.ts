// Asks a running server over HTTP with an API key, like any other client.
import { Chaintrail } from '../../client/chaintrail.js';
import {
  ApiError,
  AuthenticationError,
  ChaintrailError,
  ConnectionError,
} from '../../client/errors.js';
import { speaksNoTls } from '../../net/speaks-no-tls.js';
import { DEFAULT_ADDRESS, serverAddress, told } from '../server-address.js';
import { type Call, CommandError, type CommandOption, UsageError } from './command.js';

/** The options of every command that asks a server. */
export const API_OPTIONS: Readonly<Record<'url' | 'api-key', CommandOption>> = {
  url: { value: 'URL', text: `URL of the server (or CHAINTRAIL_URL; ${DEFAULT_ADDRESS})` },
  'api-key': {
    value: 'KEY',
    text: 'API key (or CHAINTRAIL_API_KEY, which keeps it out of process lists)',
  },
};

/**
 * @throws {UsageError} when there is no key, or when the address is not a URL
 * @throws {CommandError} with the server's error, or the reason why the server was not reached
 */
export async function withApi<T>(call: Call, work: (client: Chaintrail) => Promise<T>): Promise<T> {
  const { env } = call.host;
  const apiKey = call.optional('api-key') ?? env.CHAINTRAIL_API_KEY?.trim();
  if (!apiKey) throw new UsageError('No API key: set CHAINTRAIL_API_KEY, or pass --api-key KEY.');
  const url = serverAddress(
    [
      ['--url', call.optional('url')],
      told('CHAINTRAIL_URL', env),
      told('CHAINTRAIL_BASE_URL', env),
    ],
    (message) => new UsageError(message),
  );
  try {
    return await work(new Chaintrail({ apiKey, baseURL: url, logger: loggerOf(call) }));
  } catch (error) {
    throw error instanceof ChaintrailError ? new CommandError(inWords(error, url)) : error;
  }
}

/** Logs go to standard error, so that they do not mix with the output. */
function loggerOf({ host }: Call) {
  const log = (message: string, fields: object): void => {
    host.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
  };
  return { error: log, warn: log, info: log, debug: log };
}

function inWords(error: ChaintrailError, url: string): string {
  if (error instanceof ConnectionError) {
    if (speaksNoTls(error.message)) {
      return `The server was not reached: ${url} does not use TLS. Use http: instead of https: in --url or CHAINTRAIL_URL.`;
    }
    return `${error.message} (${url}). Start it, or set another URL with --url or CHAINTRAIL_URL.`;
  }
  if (error instanceof AuthenticationError) {
    return `${url} refused the API key: ${error.message} Make one: chaintrail keys create --name cli --scopes all`;
  }
  if (!(error instanceof ApiError)) return error.message;
  const id = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  return `${url} answered: ${error.message}${id}`;
}
