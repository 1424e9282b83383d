// Serves the dashboard's page, script and styles.
import { fillPlaceholders } from '../http/fill-placeholders.js';
import { isKnown } from '../http/is-known.js';
import { pagePolicy } from '../http/page-policy.js';
import type { PageBody, PageRequest, PageResponse } from '../http/page-route.js';
import type { Asset, Assets } from './assets.js';

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

function file({ headers, query }: PageRequest, asset: Asset, type: string): PageResponse<PageBody> {
  const encoding = encodingOf(headers['accept-encoding']);
  const etag = `"${asset.fingerprint}${encoding === undefined ? '' : `-${encoding}`}"`;
  const hasIt = isKnown(headers['if-none-match'], etag);
  return {
    status: hasIt ? 304 : 200,
    headers: {
      ...COMMON_HEADERS,
      'content-type': `${type}; charset=utf-8`,
      'cache-control': query.v === asset.fingerprint ? FOREVER : 'no-cache',
      vary: 'accept-encoding',
      etag,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body: hasIt ? '' : asset[encoding ?? 'plain'],
  };
}

/** The best encoding that the browser accepts; `q=0` means that it refuses one. */
function encodingOf(accepted: unknown): 'br' | 'gzip' | undefined {
  if (typeof accepted !== 'string') return undefined;
  const taken = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim());
  return (['br', 'gzip'] as const).find((name) => taken.includes(name));
}
