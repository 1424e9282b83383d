// Reads a request of ClickHouse's HTTP interface: https://clickhouse.com/docs/interfaces/http
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { DatabaseQueryError } from '../../../src/server/database/database-errors.js';

/** A request, parsed. */
export interface Statement {
  readonly id: string;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Followed by the data where it is an insert. */
  readonly sql: string;
  /** As they were sent, which is in the format of a TSV field. */
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  readonly wantsGzip: boolean;
}

/** Parameters of the HTTP interface itself; all others are settings of the engine. */
const INTERFACE_KEYS = new Set([
  'query',
  'query_id',
  'database',
  'user',
  'password',
  'session_id',
  'wait_end_of_query',
  'enable_http_compression',
  'cancel_http_readonly_queries_on_client_close',
  'role',
  'decompress',
  'compress',
  'default_format',
]);

const PARAM = 'param_';

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
};

/** The fields of a form, or the whole body where it is not a form. */
const readForm = async (
  body: Buffer,
  type: string,
): Promise<{ readonly fields: readonly (readonly [string, string])[]; readonly rest: string }> => {
  if (!type.startsWith('multipart/form-data')) return { fields: [], rest: body.toString('utf8') };
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  return { fields: [...form].map(([name, value]) => [name, String(value)]), rest: '' };
};

const readCredentials = (request: IncomingMessage): readonly [user: string, password: string] => {
  const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
  if (scheme !== 'Basic') return ['default', ''];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1)];
};

/** The default of `http_max_field_value_size` on a server; a request cannot change it. */
const FIELD_BYTES = 131_072;

const requireShortFields = (fields: Iterable<readonly [string, string]>): void => {
  for (const [name, value] of fields) {
    if (Buffer.byteLength(value) <= FIELD_BYTES) continue;
    throw new DatabaseQueryError(
      `Poco::Exception. Code: 1000, e.code() = 0, HTML Form Exception: Field value too long (${name})`,
      '1000',
    );
  }
};

export const readStatement = async (request: IncomingMessage): Promise<Statement> => {
  const url = new URL(request.url ?? '/', 'http://front');
  const body = await readBody(request);
  const { fields, rest } = await readForm(body, request.headers['content-type'] ?? '');
  requireShortFields([...url.searchParams, ...fields]);
  const all = new Map([...url.searchParams, ...fields]);
  const [user, password] = readCredentials(request);
  const entries = [...all].filter(([name]) => !INTERFACE_KEYS.has(name));
  const query = all.get('query');
  return {
    id: all.get('query_id') ?? randomUUID(),
    user,
    password,
    database: all.get('database') ?? 'default',
    sql: query === undefined ? rest : `${query}\n${rest}`,
    params: new Map(
      entries
        .filter(([name]) => name.startsWith(PARAM))
        .map(([name, value]) => [name.slice(PARAM.length), value]),
    ),
    settings: new Map(entries.filter(([name]) => !name.startsWith(PARAM))),
    wantsGzip:
      all.get('enable_http_compression') === '1' &&
      String(request.headers['accept-encoding'] ?? '').includes('gzip'),
  };
};
