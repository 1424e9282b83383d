// The reference of errors, where `doc_url` points: one anchor for each code, in lower case.
import { ERROR_STATUS, type ErrorCode } from '../../protocol/errors.js';
import { type Html, html, prose } from './html.js';
import { PAGE_COLOURS } from './page-colours.js';
import type { PageRoute } from './page-route.js';

/** When each code is answered, and what to do about it; names stand in backquotes. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST:
    'The request reads well but cannot be done as asked, such as deleting a board that still has charts. It fails again unchanged.',
  INVALID_VALIDATION_REQUEST:
    'A field is not valid. `param` names the first, `details` every failing path with what it must be.',
  INVALID_IDEMPOTENCY_KEY:
    '`Idempotency-Key` is longer than 255 characters, empty, or was used with another request. Make a new key.',
  INVALID_CHAIN_ID: '`chain` is not the id of a supported EVM chain.',
  CONTEXT_LIMIT_EXCEEDED:
    'The chat holds more tokens than the model takes. Begin a new conversation or shorten the prompt.',
  UNAUTHORIZED:
    'The key is missing, malformed, unknown or revoked. Send it as `Authorization: Bearer <key>`.',
  FORBIDDEN:
    'The key lacks the scope that the message names. Scopes cannot be added to a key: make a new one.',
  NOT_FOUND: 'There is no such resource in this workspace, or no such address on this server.',
  PROFILE_NOT_FOUND: 'Nothing is known about this wallet.',
  METHOD_NOT_ALLOWED: 'The address takes other methods: the header `Allow` lists them.',
  CONFLICT: 'The request contradicts what is stored, such as a second resource with a unique key.',
  IDEMPOTENCY_IN_PROGRESS:
    'A request with the same `Idempotency-Key` is running. Wait, then repeat to get its answer.',
  PAYLOAD_TOO_LARGE: 'The body is too large. Send less at once.',
  UNSUPPORTED_MEDIA_TYPE: 'The type or encoding of the body is not taken. Send `application/json`.',
  TOO_MANY_REQUESTS:
    'The workspace, or the project of a write key, sends too many requests, or too many queries run. Wait as `Retry-After` says, then repeat.',
  INTERNAL_SERVER_ERROR:
    'An unexpected failure. Repeat later; the log of the server has it under the `X-Request-Id`.',
  SERVICE_UNAVAILABLE:
    'Something that the server depends on is away. Repeat as `Retry-After` says.',
};

const STYLE =
  `${PAGE_COLOURS}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}` +
  'dt{margin-top:1.5rem;font-weight:600}dd,dd p{margin:0}:target{background:#fd68}';

const entry = ([code, status]: readonly [string, number]): Html =>
  html`<dt id="${code.toLowerCase()}"><code>${code}</code> · ${status}</dt>
<dd>${prose(ERROR_MEANINGS[code as ErrorCode])}</dd>
`;

const PAGE = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Errors · Chaintrail</title>
<style>${{ html: STYLE }}</style>
<main>
<h1>Errors</h1>
<p>Every failure of the API answers <code>{ "error": { "code", "message", "doc_url" } }</code>. Branch on
<code>code</code>; the wording of <code>message</code> may change. Repeat only 429, 5xx and <code>IDEMPOTENCY_IN_PROGRESS</code>,
with growing waits. Two answers have no code: <code>POST /v0/raw_events</code> says <code>{ "error": "why" }</code>, and a 402 what is to
be paid. What each operation may answer is in the <a href="/docs/api">API reference</a>.</p>
<dl>
${Object.entries(ERROR_STATUS).map(entry)}</dl>
</main>
</html>
`;

export const errorsPage: PageRoute = {
  method: 'GET',
  path: '/errors',
  handle: async () => ({
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'cache-control': 'max-age=3600',
    },
    body: PAGE.html,
  }),
};
