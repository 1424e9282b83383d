// Bundles a consumer's module with current bundlers and their default settings.
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { build as viteBuild } from 'vite';
import webpack from 'webpack';

/** Returns the path of the bundle. */
type Bundle = (project: string, entry: string) => Promise<string>;

const withEsbuild =
  (name: string, options: esbuild.BuildOptions): Bundle =>
  async (project, entry) => {
    const outfile = join(project, 'bundled', `${name}.js`);
    const { warnings } = await esbuild.build({
      ...{ absWorkingDir: project, entryPoints: [entry], outfile, bundle: true },
      ...{ format: 'iife', minify: true, logLevel: 'silent' },
      define: { 'process.env.NODE_ENV': '"production"' },
      ...options,
    });
    if (warnings.length > 0) throw new Error(warnings.map(({ text }) => text).join('\n'));
    return outfile;
  };

const withWebpack: Bundle = async (project, entry) => {
  const path = join(project, 'bundled');
  const compiler = webpack({
    ...{ mode: 'production', context: project, entry, target: 'web' },
    output: { path, filename: 'webpack.js' },
    // Code that would be loaded later stays in one file, since the test serves only one.
    plugins: [new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  });
  if (!compiler) throw new Error('webpack made no compiler.');
  const stats = await promisify(compiler.run.bind(compiler))();
  const { errors = [], warnings = [] } = stats?.toJson({ errors: true, warnings: true }) ?? {};
  const said = [...errors, ...warnings].map(({ message }) => message);
  // The bundle exceeds the size that webpack recommends, since it contains all wallets.
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

/** Metro's main fields, in its order. */
const MAIN_FIELDS = ['react-native', 'browser', 'main'];

/** Bundlers for pages. */
export const BUNDLERS: Readonly<Record<string, Bundle>> = {
  esbuild: withEsbuild('esbuild', { platform: 'browser' }),
  webpack: withWebpack,
  Vite: withVite,
  // As Expo bundles for the web.
  "Metro's conditions for the web": withEsbuild('metro-web', {
    ...{ platform: 'neutral', conditions: ['browser', 'import'], mainFields: MAIN_FIELDS },
  }),
};

/**
 * As Metro resolves for React Native: its conditions in addition to `default`, and the order of its
 * main fields. https://metrobundler.dev/docs/configuration/#unstable_conditionnames
 */
export const METRO: Readonly<Record<string, Bundle>> = Object.fromEntries(
  ['require', 'import'].map((kind) => [
    `Metro's conditions for ${kind}`,
    withEsbuild(`metro-${kind}`, {
      ...{ platform: 'neutral', conditions: ['react-native', kind], mainFields: MAIN_FIELDS },
      target: 'es2022',
    }),
  ]),
);

/** How Metro before 0.82 resolves the name of a package: by main fields, without `exports`. */
const mainOf = (folder: string): string => {
  const read: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const main = MAIN_FIELDS.map((field) => read[field]).find((file) => typeof file === 'string');
  return join(folder, String(main ?? 'index.js'));
};

const withoutExports: esbuild.Plugin = {
  name: 'without-exports',
  setup: ({ initialOptions, onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      const inside = join(initialOptions.absWorkingDir ?? '', 'node_modules', path);
      const file = existsSync(join(inside, 'package.json')) ? mainOf(inside) : inside;
      if (existsSync(file)) return { path: file };
      return { errors: [{ text: `Metro before 0.82 finds no ${path}.` }] };
    });
  },
};

/** As Metro did for React Native before 0.79. */
export const withOldMetro: Bundle = withEsbuild('metro-old', {
  ...{ platform: 'neutral', target: 'es2022', plugins: [withoutExports] },
});

export const readBundle = (file: string): Promise<string> => readFile(file, 'utf8');
