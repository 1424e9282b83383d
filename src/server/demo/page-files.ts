// Reads the demo page's built files and fills the page's placeholders.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillPlaceholders } from '../http/fill-placeholders.js';

export interface PageFiles {
  page(): Promise<string>;
  styles(): Promise<string>;
  script(): Promise<string>;
}

/** `values`: what stands for each `{{name}}` of the page, read at each request. */
export function createPageFiles(
  directory: string,
  values: () => Readonly<Record<string, string>>,
): PageFiles {
  const read = async (name: string) => {
    const file = join(directory, name);
    try {
      return await readFile(file, 'utf8');
    } catch (cause) {
      throw new Error(`The demo's file ${file} cannot be read. Run \`npm run build\`.`, { cause });
    }
  };
  return {
    page: async () => fillPlaceholders(await read('demo.html'), values()),
    styles: () => read('demo.css'),
    script: () => read('demo.js'),
  };
}
