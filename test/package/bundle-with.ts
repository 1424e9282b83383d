// Bundles a consumer's module as the bundlers of today do, with their settings as they come.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';

/** Answers the file that it wrote. */
type Bundle = (project: string, entry: string) => Promise<string>;

const withEsbuild =
  (name: string, options: esbuild.BuildOptions): Bundle =>
  async (project, entry) => {
    const outfile = join(project, 'bundled', `${name}.js`);
    await esbuild.build({
      ...{ absWorkingDir: project, entryPoints: [entry], outfile, bundle: true },
      ...{ format: 'iife', minify: true, logLevel: 'silent' },
      define: { 'process.env.NODE_ENV': '"production"' },
      ...options,
    });
    return outfile;
  };

const withWebpack: Bundle = async (project, entry) => {
  const path = join(project, 'bundled');
  const compiler = webpack({
    ...{ mode: 'production', context: project, entry, target: 'web' },
    output: { path, filename: 'webpack.js' },
    // What is loaded later stays in one file: the test serves one.
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  });
  if (!compiler) throw new Error('webpack made no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors = [], warnings = [] } = stats?.toJson({ errors: true, warnings: true }) ?? {};
  const said = [...errors, ...warnings].map(({ message }) => message);
  // Larger than webpack finds good: all of the wallets in one file.
  const faults = said.filter((message) => !/size limit|code splitting/.test(message));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return join(path, 'webpack.js');
};

const withVite: Bundle = async (project, entry) => {
  await viteBuild({
    ...{ root: project, configFile: false, envFile: false, logLevel: 'error' },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...{ outDir: 'bundled', emptyOutDir: false },
      lib: { entry, formats: ['iife'], name: 'app', fileName: () => 'vite.js' },
    },
  });
  return join(project, 'bundled/vite.js');
};

/** For pages. */
export const BUNDLERS: Readonly<Record<string, Bundle>> = {
  esbuild: withEsbuild('esbuild', { platform: 'browser' }),
  webpack: withWebpack,
  Vite: withVite,
};

/**
 * As Metro resolves for React Native: its conditions beside `default`, and its order of main fields.
 * https://metrobundler.dev/docs/configuration/#unstable_conditionnames
 */
export const METRO: Readonly<Record<string, Bundle>> = Object.fromEntries(
  ['require', 'import'].map((kind) => [
    `Metro's conditions for ${kind}`,
    withEsbuild(`metro-${kind}`, {
      platform: 'neutral',
      conditions: ['react-native', kind],
      mainFields: ['react-native', 'browser', 'main'],
      target: 'es2022',
    }),
  ]),
);

export const readBundle = (file: string): Promise<string> => readFile(file, 'utf8');
