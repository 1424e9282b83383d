// The dashboard's built files, read once, with their fingerprints and compressed forms.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** A file in each encoding in which it can be sent. */
export interface Asset {
  readonly plain: Uint8Array;
  readonly br: Uint8Array;
  readonly gzip: Uint8Array;
  /** A hash of the content, which changes whenever the file does. */
  readonly fingerprint: string;
}

export interface Assets {
  html(): Promise<string>;
  script(): Promise<Asset>;
  styles(): Promise<Asset>;
}

const FINGERPRINT_LENGTH = 16;

/** @param directory the folder of `dashboard.html`, `dashboard.js` and `dashboard.css` */
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

/** Runs the function at the first call only; a failed run is repeated at the next call. */
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
