// Finds out which version of a package is installed, and whether it is one of those that are wanted.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The version of the package that an import of `name` would load; `undefined` when there is none. */
export function installedVersion(name: string): string | undefined {
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(name));
  } catch {
    return undefined;
  }
  // Upwards from its entry: many packages do not export their package.json.
  let nearest: string | undefined;
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'));
    if (manifest?.name === name) return manifest.version;
    nearest ??= manifest?.version;
  }
  // Installed under an alias, as by `npm install ethers@npm:other-name`.
  return nearest;
}

function readManifest(
  path: string,
): { readonly name?: string; readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Whether a version is in a caret range, such as `^5.12.8` or `^0.5.16`: not older, and compatible by
 * https://semver.org. All ranges of this package's manifest are such ones.
 */
export function isInRange(version: string, range: string): boolean {
  const [from, is] = [range, version].map(
    (text) => text.match(/\d+/g)?.slice(0, 3).map(Number) ?? [],
  ) as [number[], number[]];
  const fixed = from.findIndex((part) => part > 0);
  const differs = from.findIndex((part, at) => part !== is[at]);
  return differs === -1 || (differs > fixed && (is[differs] ?? 0) > (from[differs] ?? 0));
}
