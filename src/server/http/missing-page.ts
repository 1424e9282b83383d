// For people at an address where there is nothing; programs get the error as JSON.
import { PAGE_COLOURS } from './page-colours.js';
import type { PageResponse } from './page-route.js';

const STYLE =
  `${PAGE_COLOURS}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}` +
  'a{margin-right:1.5rem}';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Nothing here · Chaintrail</title>
<style>${STYLE}</style>
<main>
<h1>Nothing here</h1>
<p>The address was mistyped, or what was here is gone, or is no longer public.</p>
<p><a href="/">Dashboard</a><a href="/docs">Documentation</a></p>
</main>
</html>
`;

export const MISSING_PAGE: PageResponse = {
  status: 404,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  },
  body: PAGE,
};
