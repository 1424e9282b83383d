// Bundles a contender as the build of an app does.
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { fromRoot } from '../../support/project.js';
import type { Contender } from './contenders.js';

const ENTRY = 'virtual:contender';

export interface Bundle {
  /** The code of a module script that sets `window.track`. */
  readonly script: string;
  /** Its size after brotli compression at the highest level. */
  readonly bytes: number;
}

interface BundleOptions {
  /** The folder in which the contender is installed. */
  readonly folder: string;
  /** The origin that it sends to. */
  readonly sink: string;
}

export const bundleContender = async (
  contender: Contender,
  { folder, sink }: BundleOptions,
): Promise<Bundle> => {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root: folder,
    define: { 'process.env.NODE_ENV': '"production"', SINK: JSON.stringify(sink) },
    plugins: [
      {
        name: 'contender',
        enforce: 'pre',
        async resolveId(id, importer) {
          if (id === ENTRY) return id;
          if (id === 'chaintrail') return fromRoot('dist/browser/index.js');
          if (importer !== ENTRY) return null;
          return this.resolve(id, join(folder, 'entry.js'), { skipSelf: true });
        },
        load: (id) => (id === ENTRY ? contender.code : null),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { codeSplitting: false } },
    },
  });
  if (!('output' in result)) throw new Error('Expected one bundle.');
  const script = result.output[0].code;
  return { script, bytes: brotliCompressSync(script).length };
};
