// Serves the dashboard's page, script and styles.
import { fillPlaceholders } from '../http/fill-placeholders.js';
import { type PackedFile, packedResponse } from '../http/packed-file.js';
import { pagePolicy } from '../http/page-policy.js';
import type { PageBody, PageRequest, PageResponse } from '../http/page-route.js';
import type { Assets } from './assets.js';

const CONTENT_SECURITY_POLICY = pagePolicy(
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
);

const COMMON_HEADERS = { 'x-content-type-options': 'nosniff' } as const;
/** The address contains the fingerprint of the content, so what it returns never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

export interface DashboardHandlers {
  page(): Promise<PageResponse>;
  script(request: PageRequest): Promise<PageResponse<PageBody>>;
  styles(request: PageRequest): Promise<PageResponse<PageBody>>;
}

export interface DashboardParts {
  readonly assets: Assets;
  /** The facts about the server that are filled into the page. */
  readonly facts: () => { readonly demo: 'on' | 'off'; readonly publicUrl: string };
}

export const createDashboardHandlers = ({ assets, facts }: DashboardParts): DashboardHandlers => ({
  async page() {
    const [html, script, styles] = await Promise.all([
      assets.html(),
      assets.script(),
      assets.styles(),
    ]);
    return {
      status: 200,
      headers: {
        ...COMMON_HEADERS,
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      },
      body: fillPlaceholders(html, {
        ...facts(),
        script: script.fingerprint,
        styles: styles.fingerprint,
      }),
    };
  },
  script: async (request) => file(request, await assets.script(), 'text/javascript'),
  styles: async (request) => file(request, await assets.styles(), 'text/css'),
});

const file = (request: PageRequest, asset: PackedFile, type: string): PageResponse<PageBody> =>
  packedResponse(request, asset, {
    ...COMMON_HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': request.query.v === asset.fingerprint ? FOREVER : 'no-cache',
  });
