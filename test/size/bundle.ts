// Bundles an import as a dapp's build would, and counts the bytes that a browser downloads.
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { entries, fromRoot } from '../support/project.js';

const CONSUMER = 'virtual:consumer';
const LEFT_OUT = 'virtual:left-out';
/**
 * A module that the app itself loads late, so that the bundler's code for dynamic imports is not
 * counted as ours.
 */
export const LATE = 'virtual:late';

/** Bytes after brotli compression at its default quality. */
export const brotliBytes = (code: string | Uint8Array): number => brotliCompressSync(code).length;

/** Replaces `eip6963`, which the tracker includes by default. */
const NO_WALLETS = 'export const eip6963 = () => ({ name: "none" });';

export interface Bundle {
  /** What a page loads at first: the entry, and the chunks that it imports statically. */
  readonly start: readonly string[];
  /** What it may load later. */
  readonly later: readonly string[];
}

/** Bytes of all `files`, each compressed separately. */
export const bytesOf = (files: readonly string[]): number =>
  files.reduce((sum, code) => sum + brotliBytes(code), 0);

interface BundleOptions {
  /** False leaves out the tracker's support for the browser's wallets. Default: true. */
  readonly hasWallets?: boolean;
  /** False bundles everything into one file, including what would be loaded late. Default: true. */
  readonly isSplit?: boolean;
}

/** The minified bundle of a module with this `code`, which imports entries of this package. */
export const bundleParts = async (
  code: string,
  { hasWallets = true, isSplit = true }: BundleOptions = {},
): Promise<Bundle> => {
  const modules = new Map([
    [CONSUMER, code],
    [LEFT_OUT, NO_WALLETS],
    [LATE, 'export const late = 1;'],
  ]);
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'consumer',
        enforce: 'pre',
        resolveId: (id) => {
          if (id === CONSUMER || id === LATE) return id;
          if (!hasWallets && id.endsWith('/eip6963.js')) return LEFT_OUT;
          const entry = entries.find(({ specifier }) => specifier === id);
          return entry && fromRoot(entry.code);
        },
        load: (id) => modules.get(id) ?? null,
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: CONSUMER,
        preserveEntrySignatures: 'allow-extension',
        output: { codeSplitting: isSplit },
        // Provided by the app.
        external: [/^react(\/|$)/],
      },
    },
  });
  if (!('output' in result)) throw new Error('Expected one bundle.');
  const chunks = result.output.filter((file) => file.type === 'chunk');
  const atStart = new Set<string>();
  const add = (fileName: string) => {
    if (atStart.has(fileName)) return;
    atStart.add(fileName);
    for (const next of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? [])
      add(next);
  };
  add(result.output[0].fileName);
  const codeOf = (isStart: boolean) =>
    chunks.filter(({ fileName }) => atStart.has(fileName) === isStart).map((chunk) => chunk.code);
  return { start: codeOf(true), later: codeOf(false) };
};

/** How often `typicalBytesOf` compresses. */
const TIMES = 16;

/**
 * The mean of `bytesOf` with comments of several lengths before the code. What brotli makes of one text jumps by up
 * to 100 bytes with any change in it, and an app's own code is such a change.
 */
const typicalBytesOf = (files: readonly string[]): number => {
  const sizes = Array.from({ length: TIMES }, (_, length) =>
    bytesOf(files.map((code) => `/*${'-'.repeat(length)}*/${code}`)),
  );
  return Math.round(sizes.reduce((sum, bytes) => sum + bytes) / TIMES);
};

const measured = new Map<string, Promise<number>>();

/** What a page loads at first for `code`, in `typicalBytesOf`; measured once for each code of a test file. */
export const sizeOf = (code: string, hasWallets = true): Promise<number> => {
  const key = `${hasWallets} ${code}`;
  const size =
    measured.get(key) ??
    bundleParts(code, { hasWallets }).then(({ start }) => typicalBytesOf(start));
  measured.set(key, size);
  return size;
};

/**
 * Bundles everything into one text that loads nothing late. Vite's helper for dynamic imports
 * remains unused, and refers to `import.meta`, which a classic script does not have.
 */
export const bundle = async (code: string): Promise<string> => {
  const { start } = await bundleParts(code, { isSplit: false });
  return start.join('').replaceAll('import.meta', '({})');
};
