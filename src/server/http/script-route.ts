// Serves the SDK's file for `<script>`, to any origin.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DomainError } from '../errors/domain-error.js';
import { isKnown } from './is-known.js';
import type { PageRoute } from './page-route.js';

interface Script {
  readonly text: string;
  readonly etag: string;
}

const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // Short, because the address carries no version.
  'cache-control': 'public, max-age=300',
} as const;

/** @param file the built `chaintrail.js` */
export function scriptRoute(file: string): PageRoute {
  let script: Promise<Script> | undefined;
  const read = (): Promise<Script> => {
    script ??= load(file).catch((error) => {
      script = undefined;
      throw new DomainError('NOT_FOUND', 'The script is not built. Run: npm run build', {
        cause: error,
      });
    });
    return script;
  };
  return {
    method: 'GET',
    path: '/chaintrail.js',
    async handle({ headers }) {
      const { text, etag } = await read();
      const hasIt = isKnown(headers['if-none-match'], etag);
      return {
        status: hasIt ? 304 : 200,
        headers: { ...HEADERS, etag, 'content-type': 'text/javascript; charset=utf-8' },
        body: hasIt ? '' : text,
      };
    },
  };
}

async function load(file: string): Promise<Script> {
  const text = await readFile(file, 'utf8');
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return { text, etag };
}
