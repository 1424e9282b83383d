// `GET /docs/api`: the OpenAPI document as a page that runs no script and loads nothing from elsewhere.
import { describeApi } from '../../../protocol/openapi.js';
import type { OpenApiDocument } from '../../../protocol/openapi-types.js';
import { remember } from '../../remember.js';
import { type Html, html, prose } from '../html.js';
import type { PageRoute } from '../page-route.js';
import type { Placed } from './curl.js';
import { operationSection } from './operation-html.js';
import { REFERENCE_STYLE } from './style.js';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/**
 * Made once, since strangers may ask for it and it takes tens of milliseconds.
 *
 * @param publicUrl origin by which readers reach the API; it changes when the server listens
 */
export const referencePage = (publicUrl: () => string): PageRoute => {
  const page = remember(1, (origin) => render(describeApi(origin), origin).html);
  return {
    method: 'GET',
    path: '/docs/api',
    handle: async () => ({ status: 200, headers: HEADERS, body: page(publicUrl()) }),
  };
};

function render(document: OpenApiDocument, origin: string): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ method, path, operation })),
  );
  const areas = document.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Chaintrail</title>
<style>${{ html: REFERENCE_STYLE }}</style>
</head>
<body>
<nav id="operations" aria-label="Operations"><p><a href="/docs">← Documentation</a> <a class="unfold" href="#operations">All operations</a></p>
<form role="search" action="/docs/search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="200"></form>${areas.map(
    ({ name, operations: own }) =>
      html`<h2><a href="#${name}">${name}</a></h2><ul>${own.map(
        ({ operation }) =>
          html`<li><a href="#${operation.operationId}">${operation.operationId}</a></li>`,
      )}</ul>`,
  )}</nav>
<main>
<h1>API reference</h1>
${prose('Every request carries `Authorization: Bearer <key>`: an API key for what asks, a write key for what sends events. Commands make both: `npx chaintrail keys create`, `npx chaintrail writekey create`.')}
${prose('Examples are for a shell that knows `API_KEY`, `WRITE_KEY` and the ids that were answered when something was made, such as `BOARD_ID`.')}
<p>The same for machines: <a href="/openapi.json">OpenAPI ${document.openapi}</a>. What can fail: <a href="/errors">errors</a>.</p>
<p>What the numbers count: <a href="/docs/definitions">definitions</a>. Step by step: <a href="/docs/boards">boards and charts</a>, <a href="/docs/profiles">wallet profiles</a>.</p>
${areas.map(
  ({ name, description, operations: own }) =>
    html`<h2 id="${name}">${name}</h2>${prose(description)}${own.map((one) => operationSection(one, origin))}`,
)}
</main>
</body>
</html>
`;
}
