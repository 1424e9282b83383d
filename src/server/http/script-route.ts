// Serves the SDK's file for `<script>`, to any origin.
import { readFile } from 'node:fs/promises';
import { DomainError } from '../errors/domain-error.js';
import { once } from '../once.js';
import { packedResponse, packFile } from './packed-file.js';
import type { PageBody, PageRoute } from './page-route.js';

const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-type': 'text/javascript; charset=utf-8',
  // Short, because the address carries no version.
  'cache-control': 'public, max-age=300',
} as const;

/** @param file the built `chaintrail.js` */
export function scriptRoute(file: string): PageRoute<PageBody> {
  const script = once(async () => {
    const content = await readFile(file).catch((cause) => {
      throw new DomainError('NOT_FOUND', 'The script is not built. Run: npm run build', { cause });
    });
    return packFile(content);
  });
  return {
    method: 'GET',
    path: '/chaintrail.js',
    handle: async (request) => packedResponse(request, await script(), HEADERS),
  };
}
