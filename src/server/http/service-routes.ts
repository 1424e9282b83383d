// What any server offers without a key: health, the API's description.
import { createOpenApi } from '../../protocol/openapi.js';
import { DomainError } from '../domain-error.js';
import { jsonResponse, type PageRoute } from './page-route.js';

/** Something that must answer before the server can. */
export interface Dependency {
  isReady(): Promise<boolean>;
}

export interface ServiceRoutesOptions {
  readonly publicUrl: () => string;
  /** By name. */
  readonly dependencies: Readonly<Record<string, Dependency>>;
}

const get = (path: string, handle: PageRoute['handle']): PageRoute => ({
  method: 'GET',
  path,
  handle,
});

export const serviceRoutes = (options: ServiceRoutesOptions): readonly PageRoute[] => [
  get('/healthz', async () => jsonResponse({ status: 'ok' })),
  get('/readyz', async () => {
    await requireReady(options.dependencies);
    return jsonResponse({ status: 'ready' });
  }),
  get('/openapi.json', async () => jsonResponse(createOpenApi(options.publicUrl()))),
];

async function requireReady(dependencies: ServiceRoutesOptions['dependencies']): Promise<void> {
  const states = await Promise.all(
    Object.entries(dependencies).map(
      async ([name, dependency]) => [name, await dependency.isReady()] as const,
    ),
  );
  const away = states.filter(([, isReady]) => !isReady).map(([name]) => name);
  if (away.length === 0) return;
  throw new DomainError('SERVICE_UNAVAILABLE', `Not ready: ${away.join(', ')}.`, {
    details: Object.fromEntries(away.map((name) => [name, 'does not answer'])),
    retryAfterSeconds: 1,
  });
}
