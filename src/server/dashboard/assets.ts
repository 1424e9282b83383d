// The dashboard's built files, read once, with their fingerprints and compressed forms.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PackedFile, packFile } from '../http/packed-file.js';
import { once } from '../once.js';

export interface Assets {
  html(): Promise<string>;
  script(): Promise<PackedFile>;
  styles(): Promise<PackedFile>;
}

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
    script: once(async () => packFile(await read('dashboard.js'))),
    styles: once(async () => packFile(await read('dashboard.css'))),
  };
}
