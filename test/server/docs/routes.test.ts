// The routes of the documentation serve the pages of a folder, and no other files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { docsRoutes } from '../../../src/server/docs/routes.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTemporaryDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();
let ask: (
  path: string,
  page?: string,
  q?: unknown,
) => ReturnType<ReturnType<typeof docsRoutes>[0]['handle']>;

beforeAll(async () => {
  const folder = await createTemporaryDirectory();
  cleanUp(folder.remove);
  const routes = docsRoutes(folder.path);
  writeFileSync(join(folder.path, 'index.html'), 'first');
  writeFileSync(join(folder.path, 'quick-start.html'), 'quick');
  writeFileSync(join(folder.path, 'style.css'), 'a{}');
  ask = async (path, page, q) => {
    const route = routes.find((one) => one.path === path);
    if (!route) throw new Error(`No route for ${path}.`);
    return route.handle({ query: { q }, headers: {}, params: page === undefined ? {} : { page } });
  };
  // A build may be in progress, so a missing file is looked for again at the next request.
  await expect(ask('/docs/search')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  writeFileSync(join(folder.path, 'search.html'), '<input value="{{query}}">{{results}}');
  const hit = {
    page: 'Quick',
    heading: 'Place',
    address: '/docs/quick-start#place',
    text: '{{query}}',
  };
  writeFileSync(join(folder.path, 'search.json'), JSON.stringify([hit]));
});

it('serves the index, pages by name, and the style sheet', async () => {
  expect((await ask('/docs')).body).toBe('first');
  const page = await ask('/docs/:page', 'quick-start');
  expect(page).toMatchObject({ status: 200, body: 'quick' });
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect((await ask('/docs/style.css')).headers['content-type']).toBe('text/css; charset=utf-8');
});

it.each(['other', '../quick-start', 'quick-start.html', '', 'a/b', '..%2fa', 'x'.repeat(300)])(
  'has no page %j',
  async (name) => {
    await expect(ask('/docs/:page', name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  },
);

it('searches the pages, and shows the query escaped', async () => {
  const { body } = await ask('/docs/search', undefined, ' "place" {{results}} ');
  expect(body).toContain('<input value="&quot;place&quot; {{results}}">');
  expect(body).toContain('<a href="/docs/quick-start#place"><mark>Place</mark></a>');
});

it.each([undefined, '', ['place', 'query'], { a: 1 }])('accepts %j as a query', async (q) => {
  expect((await ask('/docs/search', undefined, q)).status).toBe(200);
});
