// Compiles the package to `dist`, and makes of that what browsers load whole: the one file for <script>, the demo, the
// docs and the dashboard.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import nodeResolve from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { readInputs, recordInputs } from './built-from.mjs';
import { docsPlugin } from './src/server/docs/build/docs-plugin.mjs';

const manifest = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** Compiles before the bundle is made, into an empty folder. The build fails where the compiler finds fault. */
const compiled = (project, folder) => ({
  name: 'compiled',
  buildStart() {
    rmSync(folder, { recursive: true, force: true });
    const compiler = 'node_modules/typescript7/bin/tsc';
    const options = ['--project', project, '--noEmit', 'false', '--noEmitOnError'];
    execFileSync('node', [compiler, ...options, '--outDir', folder], { stdio: 'inherit' });
  },
});

/** Where pages are compiled to: all that is of use to others is their bundle. */
const PAGE = 'dist/page';

const compiledPage = (project) => ({
  ...compiled(project, PAGE),
  closeBundle() {
    rmSync(PAGE, { recursive: true, force: true });
  },
});

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

/** npx makes commands executable once, and not again what a later build wrote. */
const executable = {
  name: 'executable',
  writeBundle() {
    for (const path of Object.values(manifest.bin)) chmodSync(path, 0o755);
  },
};

const inputs = readInputs();

/** For `npm start`, which builds what is not built yet. */
const builtFrom = {
  name: 'built-from',
  writeBundle() {
    recordInputs(inputs);
  },
};

export default [
  {
    input: 'dist/browser/script.js',
    plugins: [
      compiled('src', 'dist'),
      executable,
      nodeResolve({ browser: true }),
      terser(SMALLEST),
    ],
    // One file cannot load its parts later.
    output: {
      file: 'dist/chaintrail.js',
      format: 'iife',
      inlineDynamicImports: true,
      freeze: false,
      // Where a page hides its globals, as LavaMoat's `scuttleGlobalThis` does, the first one that is
      // read throws.
      banner: 'try{',
      footer: '}catch(e){try{console.warn("chaintrail: "+e)}catch{}}',
    },
  },
  {
    input: 'dist/browser/stub.js',
    plugins: [terser(), snippet],
    output: { file: 'dist/stub.js', format: 'iife', strict: false },
  },
  {
    input: `${PAGE}/page/app.js`,
    plugins: [
      // DOM without Node.
      compiledPage('src/server/demo/page'),
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
    input: `${PAGE}/dashboard/main.js`,
    plugins: [
      compiledPage('src/dashboard'),
      nodeResolve({ browser: true }),
      terser({ ...SMALLEST, compress: { passes: 2 } }),
      pageFiles('src/dashboard', 'dashboard'),
      builtFrom,
    ],
    output: { file: 'dist/dashboard/dashboard.js', format: 'es' },
  },
];
