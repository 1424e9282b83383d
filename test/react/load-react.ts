// Bundles the sources of `chaintrail/react` with one version of React, as an app's build would.
import { join } from 'node:path';
import type * as React from 'react';
import type * as ReactClient from 'react-dom/client';
import type * as ReactServer from 'react-dom/server';
import { build } from 'vite';
import type * as ReactEntry from '../../src/react/index.js';

export interface ReactKit {
  readonly React: typeof React;
  readonly client: typeof ReactClient;
  readonly server: typeof ReactServer;
  readonly sdk: typeof ReactEntry;
}

/** In a test with a DOM, `import.meta.url` is not a file URL. */
const fromRoot = (path: string) => join(import.meta.dirname, '../..', path);

export const REACTS = ['18', '19'] as const;

const ENTRY = 'virtual:kit';
const CODE = `
  export * as React from 'react';
  export * as client from 'react-dom/client';
  export * as server from 'react-dom/server';
  export * as sdk from '${fromRoot('src/react/index.ts')}';
`;

const bundleWith = async (version: (typeof REACTS)[number], more: string): Promise<string> => {
  const name = version === '18' ? '18' : '';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    // Strict Mode has an effect only in development.
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [
      {
        name: 'kit',
        enforce: 'pre',
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? CODE + more : null),
      },
    ],
    resolve: {
      alias: [
        { find: /^react-dom(?=\/|$)/, replacement: fromRoot(`node_modules/react-dom${name}`) },
        { find: /^react(?=\/|$)/, replacement: fromRoot(`node_modules/react${name}`) },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { format: 'iife', name: 'kit' },
      },
    },
  });
  if (!('output' in result)) throw new Error('Expected one bundle.');
  return result.output[0].code;
};

/**
 * Returns a function that evaluates the bundle; each evaluation is a separate copy, as after hot
 * reloading.
 */
export const loadReact = async <More = object>(version: (typeof REACTS)[number], more = '') => {
  const code = await bundleWith(version, more);
  return (): ReactKit & More => new Function(`${code}; return kit;`)();
};
