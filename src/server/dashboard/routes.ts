// The dashboard at `/`: what the HTTP layer mounts for it.
import type { PageBody, PageResponse, PageRoute } from '../http/page-route.js';
import { createAssets } from './assets.js';
import { createDashboardHandlers } from './handlers.js';

export interface DashboardOptions {
  /** Folder with the built page: `dist/dashboard` of the package. */
  readonly assetsDirectory: string;
  /** Whether the demo is served, to link to it. */
  readonly demo: boolean;
  /** Origin by which browsers reach this server, for the snippets that it prints. */
  readonly publicUrl: () => string;
}

export interface Dashboard {
  /** Serves no secret: the page calls the API with the key of the person who signs in. */
  readonly routes: readonly PageRoute<PageBody>[];
  /** The same page for the address of a public board, which it draws without a key. */
  page(): Promise<PageResponse>;
}

export function createDashboard(options: DashboardOptions): Dashboard {
  const handlers = createDashboardHandlers({
    assets: createAssets(options.assetsDirectory),
    facts: () => ({
      demo: options.demo ? 'on' : 'off',
      publicUrl: options.publicUrl().replace(/\/+$/, ''),
    }),
  });
  return {
    routes: [
      { method: 'GET', path: '/', handle: handlers.page },
      { method: 'GET', path: '/dashboard/dashboard.js', handle: handlers.script },
      { method: 'GET', path: '/dashboard/dashboard.css', handle: handlers.styles },
    ],
    page: handlers.page,
  };
}
