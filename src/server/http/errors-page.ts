// The reference of errors, where `doc_url` points: one anchor for each code, in lower case.
import { ERROR_STATUS, type ErrorCode } from '../../protocol/errors.js';
import { type Html, html, prose } from './html.js';
import { PAGE_COLOURS } from './page-colours.js';
import type { PageRoute } from './page-route.js';

/** When each code is answered, and what to do about it; names stand in backquotes. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST:
    'The request is well formed but cannot be carried out, such as deleting a board that still has charts. Sent again unchanged, it fails again.',
  INVALID_VALIDATION_REQUEST:
    'A field failed validation. `param` names the first one; `details` maps each failing path to a message.',
  INVALID_IDEMPOTENCY_KEY:
    '`Idempotency-Key` is longer than 255 characters, empty, or was used with another request. Make a new key.',
  INVALID_CHAIN_ID: '`chain` is not the id of a supported EVM chain.',
  CONTEXT_LIMIT_EXCEEDED:
    'The conversation has more tokens than the model accepts. Start a new conversation or shorten the prompt.',
  UNAUTHORIZED:
    'The key is missing, malformed, unknown or revoked. Send it as `Authorization: Bearer <key>`.',
  FORBIDDEN:
    'The key lacks the scope that the message names. Scopes cannot be added to a key: make a new one.',
  NOT_FOUND: 'There is no such resource in this workspace, or no such address on this server.',
  PROFILE_NOT_FOUND: 'Nothing is known about this wallet.',
  METHOD_NOT_ALLOWED:
    'The URL does not support this method. The `Allow` header lists those that it supports.',
  CONFLICT:
    'The request conflicts with what is stored, such as creating a resource whose unique key already exists.',
  IDEMPOTENCY_IN_PROGRESS:
    'A request with the same `Idempotency-Key` is still running. Wait, then send it again to get its answer.',
  PAYLOAD_TOO_LARGE: 'The body is too large. Send less at once.',
  UNSUPPORTED_MEDIA_TYPE:
    'The type or encoding of the body is not supported. Send `application/json`.',
  TOO_MANY_REQUESTS:
    'The workspace, or the project of a write key, sends too many requests, or runs too many queries at once. Wait as long as `Retry-After` says, then try again.',
  INTERNAL_SERVER_ERROR:
    'An unexpected error. Try again later; the log of the server has the details under the `X-Request-Id`.',
  SERVICE_UNAVAILABLE:
    'Something that the server depends on, such as its database, is not available. Wait as long as `Retry-After` says, then try again.',
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
with growing waits. Two answers have no code: <code>POST /v0/raw_events</code> answers <code>{ "error": "why" }</code>, and a 402 describes the
payment. What each operation may answer is in the <a href="/docs/api">API reference</a>.</p>
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
