// The folder of the project, and its package.json.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The absolute path of a file of the project; without an argument, of the project itself. */
export const fromRoot = (path = ''): string => fileURLToPath(new URL(path, root));

/** The part of `package.json` that tests read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

export const manifest: Manifest = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));

/** A typed entry of `exports`: what a consumer imports, and the files behind it. */
export interface Entry {
  /** The import specifier of a consumer, such as `chaintrail/server`. */
  readonly specifier: string;
  /** Relative to the project, such as `./dist/server/index.js`. */
  readonly code: string;
  readonly types: string;
}

/** Every entry that is a module; plain files such as `./script.js` are not. */
export const entries: readonly Entry[] = Object.entries(manifest.exports).flatMap(
  ([path, target]) =>
    typeof target === 'string'
      ? []
      : [
          {
            specifier: path.replace('.', manifest.name),
            code: target.default,
            types: target.types,
          },
        ],
);
