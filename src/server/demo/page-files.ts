// Reads the demo page's built files and fills the page's placeholders.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

function fillPlaceholders(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The demo page asks for an unknown value: ${name}.`);
    return escapeHtml(value);
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
