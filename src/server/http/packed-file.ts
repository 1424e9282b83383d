// A file that never changes while the server runs, in each encoding in which it can be sent.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { isKnown } from './is-known.js';
import type { PageBody, PageRequest, PageResponse } from './page-route.js';

export interface PackedFile {
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
  /** A hash of the content, which changes whenever the file does. */
  readonly fingerprint: string;
}

const FINGERPRINT_LENGTH = 16;

export async function packFile(plain: Uint8Array): Promise<PackedFile> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(plain).digest('base64url');
  return { plain, br, gzip: zipped, fingerprint: digest.slice(0, FINGERPRINT_LENGTH) };
}

/**
 * The file in the best encoding that the caller accepts, or 304 if the caller has that already.
 *
 * @param more headers beside those that follow from the encoding
 */
export function packedResponse(
  { headers }: PageRequest,
  file: PackedFile,
  more: Readonly<Record<string, string>>,
): PageResponse<PageBody> {
  const encoding = encodingOf(headers['accept-encoding']);
  const etag = `"${file.fingerprint}${encoding === undefined ? '' : `-${encoding}`}"`;
  const hasIt = isKnown(headers['if-none-match'], etag);
  return {
    status: hasIt ? 304 : 200,
    headers: {
      ...more,
      vary: 'accept-encoding',
      etag,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    },
    body: hasIt ? '' : file[encoding ?? 'plain'],
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
