// The documentation at `/docs`: pages that the build rendered. They run no script and load nothing from elsewhere.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '../errors/domain-error.js';
import { html } from '../http/html.js';
import type { PageRequest, PageResponse, PageRoute } from '../http/page-route.js';
import { once } from '../once.js';
import { apiSections } from './search/api-sections.js';
import { createFindSections } from './search/find-sections.js';
import { resultsHtml } from './search/results-html.js';
import type { Section } from './search/section.js';

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
} as const;

const STYLE_HEADERS = {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Names of pages: no dot and no slash, so that no other file can be read. Short ones only, because a file
 * system rejects an overlong name with an error other than ENOENT, which would be answered with 500.
 */
const SLUG = /^(?=.{1,100}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === 'ENOENT';

/** @param directory where the build put the pages: `dist/server/docs` of the package */
export function docsRoutes(directory: string): readonly PageRoute[] {
  const read = async (name: string) => {
    try {
      return await readFile(join(directory, name), 'utf8');
    } catch (cause) {
      if (!isMissing(cause)) throw cause;
      throw new DomainError(
        'NOT_FOUND',
        `The documentation has no ${name.replace(/\.html$/, '')}. All of it is at /docs; in a clone, after npm run build.`,
      );
    }
  };
  const page = async ({ params }: PageRequest): Promise<PageResponse> => {
    const { page: slug = 'index' } = params;
    if (!SLUG.test(slug))
      throw new DomainError('NOT_FOUND', 'All of the documentation is at /docs.');
    return { status: 200, headers: PAGE_HEADERS, body: await read(`${slug}.html`) };
  };
  const style = async () => ({
    status: 200,
    headers: STYLE_HEADERS,
    body: await read('style.css'),
  });
  const prepareSearch = once(async () => {
    const [frame, written] = await Promise.all([read('search.html'), read('search.json')]);
    const sections = JSON.parse(written) as readonly Section[];
    return { frame, find: createFindSections([...sections, ...apiSections()]) };
  });
  const search = async ({ query }: PageRequest): Promise<PageResponse> => {
    const { frame, find } = await prepareSearch();
    const question = [query.q].flat().join(' ').trim();
    const parts = { query: html`${question}`, results: resultsHtml(question, find(question)) };
    const body = frame.replace(
      /\{\{(query|results)\}\}/g,
      (_, name: keyof typeof parts) => parts[name].html,
    );
    return { status: 200, headers: PAGE_HEADERS, body };
  };
  return [
    { method: 'GET', path: '/docs', handle: page },
    { method: 'GET', path: '/docs/search', handle: search },
    { method: 'GET', path: '/docs/style.css', handle: style },
    { method: 'GET', path: '/docs/:page', handle: page },
  ];
}
