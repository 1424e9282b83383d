// What any server offers without a key: health, the API's description.
import { createOpenApi } from '../../protocol/openapi.js';
import { DomainError } from '../errors/domain-error.js';
import { remember } from '../remember.js';
import { jsonResponse, jsonText, type PageRoute } from './page-route.js';

/** Something that must answer before the server can. */
export interface Dependency {
  isReady(): Promise<boolean>;
  /** What `/readyz` says of it when it is not ready. Default: `does not answer`. */
  readonly fault?: string;
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

export const serviceRoutes = (options: ServiceRoutesOptions): readonly PageRoute[] => {
  // Made once, since strangers may ask for it and it takes tens of milliseconds.
  const description = remember(1, (origin) => JSON.stringify(createOpenApi(origin)));
  return [
    get('/healthz', async () => jsonResponse({ status: 'ok' })),
    get('/readyz', async () => {
      await requireReady(options.dependencies);
      return jsonResponse({ status: 'ready' });
    }),
    get('/openapi.json', async () => jsonText(description(options.publicUrl()))),
  ];
};

async function requireReady(dependencies: ServiceRoutesOptions['dependencies']): Promise<void> {
  const states = await Promise.all(
    Object.entries(dependencies).map(async ([name, dependency]) =>
      (await dependency.isReady()) ? [] : [[name, dependency.fault ?? 'does not answer'] as const],
    ),
  );
  const faults = states.flat();
  if (faults.length === 0) return;
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    `Not ready: ${faults.map(([name, fault]) => `${name} (${fault})`).join(', ')}.`,
    { details: Object.fromEntries(faults), retryAfterSeconds: 1 },
  );
}
