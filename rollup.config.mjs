// Builds every entry named in package.json's `exports` and `bin`, and the one file for <script>.
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import typescript from '@rollup/plugin-typescript';
import { docsPlugin } from './src/server/docs/build/docs-plugin.mjs';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Entries that are started as processes of their own, by their path, and so are nobody's import. */
const processes = ['./dist/server/database/analytics/chdb-child.js'];

/** What becomes one file for <script> below, and what to paste into a page. */
const scripts = ['./dist/browser/script.js', './dist/browser/stub.js'];

/** `./dist/browser/index.js` -> `src/browser/index.ts`: one list of entries, the manifest's. */
const inputs = [
  ...processes,
  ...scripts,
  ...Object.values(manifest.exports).flatMap((entry) => entry.default ?? []),
  ...Object.values(manifest.bin),
].map((path) => path.replace('./dist/', 'src/').replace(/\.js$/, '.ts'));

const packages = Object.keys({
  ...manifest.dependencies,
  ...manifest.peerDependencies,
  ...manifest.devDependencies,
});

const isPackage = (id) =>
  id.startsWith('node:') || packages.some((name) => id === name || id.startsWith(`${name}/`));

/** What every visitor of a page downloads. */
const SMALLEST = {
  ecma: 2020,
  module: true,
  compress: { passes: 4, pure_getters: true, unsafe_arrows: true, unsafe_methods: true },
};

/** A page's HTML as it is, and its style sheets joined in the order of their names. */
const pageFiles = (folder, name) => ({
  name: `${name}-files`,
  generateBundle() {
    const read = (file) => readFileSync(`${folder}/${file}`, 'utf8');
    const styles = readdirSync(`${folder}/styles`).sort();
    const css = styles.map((file) => read(`styles/${file}`)).join('\n');
    this.emitFile({ type: 'asset', fileName: `${name}.css`, source: css });
    this.emitFile({ type: 'asset', fileName: `${name}.html`, source: read(`${name}.html`) });
  },
});

const integrityOf = (file) =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/**
 * From the stub, what to paste into a page: `snippet.html`. Prints it, with the hash of the file that
 * it asks for, which lies in `chaintrail.js.integrity`, too.
 */
const snippet = {
  name: 'snippet',
  generateBundle(_, bundle) {
    const stub = bundle['stub.js'];
    delete bundle['stub.js'];
    const integrity = integrityOf('dist/chaintrail.js');
    const source = [
      `<script>${stub.code.trim().replace(/;$/, '')}</script>`,
      `<script async src="https://HOST/chaintrail.js" data-write-key="WRITE_KEY" integrity="${integrity}" crossorigin></script>\n`,
    ].join('\n');
    this.emitFile({ type: 'asset', fileName: 'snippet.html', source });
    this.emitFile({ type: 'asset', fileName: 'chaintrail.js.integrity', source: integrity });
    console.log(`dist/chaintrail.js: ${integrity}\n\n${source}`);
  },
};

/** Once everything compiles, what an earlier build left goes: else it would be packed as well. */
const emptied = (folder) => ({
  name: `empty-${folder}`,
  generateBundle() {
    rmSync(folder, { recursive: true, force: true });
  },
});

/** npx makes commands executable once, and not again what a later build wrote. */
const executable = {
  name: 'executable',
  writeBundle() {
    for (const path of Object.values(manifest.bin)) chmodSync(path, 0o755);
  },
};

/** Bundlers of server components look for it, and rollup leaves it out. */
const keepUseClient = {
  name: 'keep-use-client',
  renderChunk: (code, { facadeModuleId: file }) =>
    file && /^'use client';$/m.test(readFileSync(file, 'utf8'))
      ? { code: `'use client';\n${code}`, map: null }
      : null,
};

export default [
  {
    input: inputs,
    external: isPackage,
    plugins: [
      typescript({
        // Relative to `rootDir`: a pattern that begins with `src/` would match nothing.
        include: ['**/*.ts', '**/*.tsx'],
        compilerOptions: { noEmit: false, declaration: true, outDir: 'dist', rootDir: 'src' },
        noEmitOnError: true,
      }),
      keepUseClient,
      emptied('dist'),
      executable,
    ],
    output: { dir: 'dist', format: 'es', preserveModules: true, preserveModulesRoot: 'src' },
  },
  {
    // Compiled above: the compiler reads the whole of `src`, and once is enough.
    input: 'dist/browser/script.js',
    plugins: [nodeResolve({ browser: true }), terser(SMALLEST)],
    // One file cannot load its parts later.
    output: {
      file: 'dist/chaintrail.js',
      format: 'iife',
      inlineDynamicImports: true,
      freeze: false,
    },
  },
  {
    input: 'dist/browser/stub.js',
    plugins: [terser(), snippet],
    output: { file: 'dist/stub.js', format: 'iife', strict: false },
  },
  {
    input: 'src/server/demo/page/app.ts',
    plugins: [
      typescript({
        // DOM without Node. It repeats `module`, which the plugin does not take from `extends`.
        tsconfig: 'src/server/demo/page/tsconfig.json',
        compilerOptions: { noEmit: false, outDir: 'dist/server/demo' },
        noEmitOnError: true,
      }),
      terser(),
      pageFiles('src/server/demo/page', 'demo'),
    ],
    output: { file: 'dist/server/demo/demo.js', format: 'es' },
  },
  {
    input: 'docs',
    plugins: [docsPlugin({ root: import.meta.dirname, manifest })],
    output: { dir: 'dist/server/docs', format: 'es' },
  },
  {
    input: 'src/dashboard/main.tsx',
    plugins: [
      nodeResolve({ browser: true }),
      typescript({
        tsconfig: 'src/dashboard/tsconfig.json',
        compilerOptions: { noEmit: false, outDir: 'dist/dashboard' },
        noEmitOnError: true,
      }),
      terser({ ...SMALLEST, compress: { passes: 2 } }),
      // Declarations of what no package imports.
      emptied('dist/dashboard'),
      pageFiles('src/dashboard', 'dashboard'),
    ],
    output: { file: 'dist/dashboard/dashboard.js', format: 'es' },
  },
];
