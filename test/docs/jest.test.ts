// The pattern by which Jest compiles this package, and no other one, in the folders of each package
// manager.
import { describe, expect, it } from 'vitest';
import { readPage } from './page-names.js';

const [, pattern = ''] = /`transformIgnorePatterns: \['(.+)'\]`/.exec(readPage('extending')) ?? [];

/** As Jest does it: a file is left alone when the pattern matches anywhere in its path. */
const isCompiled = (path: string) => !new RegExp(pattern).test(path);

describe("the pattern for Jest's configuration", () => {
  it.each([
    '/dapp/node_modules/chaintrail/dist/testing/index.js',
    '/dapp/node_modules/.pnpm/chaintrail@0.1.0/node_modules/chaintrail/dist/browser/index.js',
    '/dapp/node_modules/.store/chaintrail@0.1.0-x/node_modules/chaintrail/dist/node/index.js',
    '/dapp/src/app.ts',
  ])('compiles %s', (path) => expect(isCompiled(path)).toBe(true));

  it.each([
    '/dapp/node_modules/react/index.js',
    '/chaintrail/dapp/node_modules/react/index.js',
    '/dapp/node_modules/.pnpm/idb-keyval@6.3.0/node_modules/idb-keyval/dist/index.cjs',
    '/dapp/node_modules/chaintrail-like/index.js',
  ])('leaves %s alone', (path) => expect(isCompiled(path)).toBe(false));
});
