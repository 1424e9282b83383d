// Bundles a script for pages under test into one text that a page can run.
import { createRequire } from 'node:module';
import { build, type Rolldown } from 'vite';
import { fromRoot } from '../../support/project.js';

/**
 * Globals of Node that parts of the code expect: MetaMask bundles these packages into its own
 * script.
 */
const PROCESS = `var process = {
  env: { NODE_ENV: 'production' },
  nextTick: (run, ...input) => queueMicrotask(() => run(...input)),
};`;

/** `readable-stream` is a dependency of MetaMask's provider, and so is resolved from there. */
const findStreams = () =>
  createRequire(createRequire(import.meta.url).resolve('@metamask/providers')).resolve(
    'readable-stream/readable-browser.js',
  );

/** Apps are built for either; in development, React does more. */
export const MODES = ['production', 'development'] as const;

/** @param name a module of `test/e2e/wallets/page` */
export const bundlePage = async (
  name: string,
  mode: (typeof MODES)[number] = 'production',
): Promise<string> => {
  const folder = fromRoot('test/e2e/wallets/page');
  const built = await build({
    configFile: false,
    envFile: false,
    logLevel: 'silent',
    root: fromRoot(),
    define: { 'process.env.NODE_ENV': JSON.stringify(mode), global: 'globalThis' },
    // Tests set NODE_ENV to `test`, which would select another JSX runtime.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: {
      alias: [
        { find: /^(node:)?stream$/, replacement: findStreams() },
        { find: /^events$/, replacement: `${folder}/event-emitter.ts` },
        { find: /^chaintrail$/, replacement: fromRoot('dist/browser/index.js') },
        { find: /^chaintrail\/react$/, replacement: fromRoot('dist/react/index.js') },
        {
          find: /^chaintrail\/wallets\/(.*)$/,
          replacement: fromRoot('dist/wallets/$1.js'),
        },
      ],
    },
    build: {
      write: false,
      minify: false,
      lib: { entry: `${folder}/${name}`, formats: ['iife'], name: 'page' },
      rolldownOptions: { output: { intro: PROCESS } },
    },
  });
  const [output] = (Array.isArray(built) ? built : [built]) as Rolldown.RolldownOutput[];
  const code = output?.output[0].code;
  if (code === undefined) throw new Error(`vite made nothing of ${name}.`);
  return code;
};
