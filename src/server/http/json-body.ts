// Reads JSON bodies of the API: an empty body counts as none, and text that no database can store is refused.
import type { FastifyInstance } from 'fastify';
import { DomainError } from '../errors/domain-error.js';
import { isStorable } from '../is-storable.js';
import { type BodyBounds, type Excess, excessOfBody, sayExcess } from '../limits/excess-of-body.js';
import { isTooDeep, MOST_LEVELS } from '../limits/is-too-deep.js';

/** Escapes that may stand for U+0000 or half of a surrogate pair, which no database can store. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

const IN_BODY = { param: 'body' };

/** The largest segments and charts that the schemas accept have 40,000 names, the largest searches 100,000 values. */
const BOUNDS: BodyBounds = { levels: MOST_LEVELS, names: 50_000, values: 250_000 };

export function addJsonBodies(app: FastifyInstance): void {
  // Some senders name a type even without a body, as `curl -d ''` does: it must not be refused for that type.
  app.addHook('onRequest', async ({ headers }) => {
    const length = headers['content-length'] ?? '0';
    if (length === '0' && !headers['transfer-encoding']) delete headers['content-type'];
  });
  // `error`: bodies with the keys `__proto__` or `constructor` are refused.
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding.toLowerCase() !== 'identity') return done(unknownEncoding(encoding));
      const excess = excessOfBody(bytes, BOUNDS);
      if (excess !== undefined) return done(excess === 'levels' ? tooDeep() : tooMuch(excess));
      // Some editors begin a file with a byte order mark. `parse` skips it, so the checks before it must do so, too.
      const body = bytes.toString('utf8').replace(/^\uFEFF/, '');
      if (body.trim() === '') return done(null, undefined);
      if (SUSPECT.test(body) && !isParsedStorable(body)) return done(unstorable());
      parse(request, body, (error, value) => {
        if (error !== null) return done(refused(body));
        done(isTooDeep(value) ? tooDeep() : null, value);
      });
    },
  );
}

function isParsedStorable(body: string): boolean {
  let storable = true;
  try {
    JSON.parse(body, (key, value) => {
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value))) storable = false;
      return value;
    });
  } catch {
    // Malformed JSON is reported by `parse`, which reads the body next.
  }
  return storable;
}

/** Why `parse` refused a body: if it is valid JSON, then for its keys. */
function refused(body: string): DomainError {
  const fault = isJson(body)
    ? 'has a key "__proto__" or "constructor", which is not allowed. Remove it'
    : 'is not valid JSON';
  return new DomainError('BAD_REQUEST', `The body ${fault}.`, IN_BODY);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const unknownEncoding = (encoding: string): DomainError =>
  new DomainError(
    'UNSUPPORTED_MEDIA_TYPE',
    `The Content-Encoding ${encoding.slice(0, 40)} is not supported. Send the body uncompressed.`,
  );

const tooDeep = (): DomainError =>
  new DomainError(
    'BAD_REQUEST',
    `The body ${sayExcess('levels', BOUNDS)}. Send a flatter one.`,
    IN_BODY,
  );

const tooMuch = (excess: Excess): DomainError =>
  new DomainError(
    'PAYLOAD_TOO_LARGE',
    `The body ${sayExcess(excess, BOUNDS)}. Send less at once.`,
    IN_BODY,
  );

const unstorable = (): DomainError =>
  new DomainError(
    'BAD_REQUEST',
    'The body contains U+0000 or half of a surrogate pair, which cannot be stored. Remove it.',
    IN_BODY,
  );
