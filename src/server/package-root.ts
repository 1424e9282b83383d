// Where this package lies: `src/server` and `dist/server` are equally deep in it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);

/** The absolute path of a file of this package. */
export const fromPackageRoot = (path: string): string => fileURLToPath(new URL(path, root));

/** The part of this package's manifest that the server itself asks for. */
export interface OwnManifest {
  readonly version: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export const readOwnManifest = (): OwnManifest =>
  JSON.parse(readFileSync(fromPackageRoot('package.json'), 'utf8'));
