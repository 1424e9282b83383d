// The dashboard's built files, read once: each with its fingerprint and its compressed forms.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** How a body may be sent, by the name of its encoding. */
export interface Asset {
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
  /** Differs whenever the file does. */
  readonly fingerprint: string;
}

export interface Assets {
  html(): Promise<string>;
  script(): Promise<Asset>;
  styles(): Promise<Asset>;
}

const FINGERPRINT_LENGTH = 16;

/** @param directory with `dashboard.html`, `dashboard.js` and `dashboard.css` */
export function createAssets(directory: string): Assets {
  const read = async (name: string): Promise<Buffer> => {
    const file = join(directory, name);
    try {
      return await readFile(file);
    } catch (cause) {
      throw new Error(`The dashboard's file ${file} cannot be read. Run: npm run build`, { cause });
    }
  };
  return {
    html: once(async () => (await read('dashboard.html')).toString('utf8')),
    script: once(async () => packed(await read('dashboard.js'))),
    styles: once(async () => packed(await read('dashboard.css'))),
  };
}

async function packed(plain: Buffer): Promise<Asset> {
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain, { level: 9 }),
  ]);
  const digest = createHash('sha256').update(plain).digest('base64url');
  return { plain, br, gzip: zipped, fingerprint: digest.slice(0, FINGERPRINT_LENGTH) };
}

/** Runs it at the first call, and again only after a failure. */
function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= run().catch((error) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}
