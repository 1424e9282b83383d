// The 48 behaviours of an excellent wallet adapter: each is named by at least one test, as `[wallets 7]`.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';

/** The last two are Solana's. */
const COUNT = existsSync(fromRoot('src/wallets/solana.ts')) ? 48 : 46;
const TAG = /\[wallets (\d+)\]/g;

it('each of the behaviours has a test that says so', async () => {
  const files = await readdir(fromRoot('test'), { recursive: true });
  const tests = files.filter(
    (file) => /\.test\.tsx?$/.test(file) && !file.endsWith('behaviours.test.ts'),
  );
  const texts = await Promise.all(tests.map((file) => readFile(fromRoot(`test/${file}`), 'utf8')));
  const shown = new Set(
    texts.flatMap((text) => [...text.matchAll(TAG)].map(([, id]) => Number(id))),
  );
  const all = Array.from({ length: COUNT }, (_, index) => index + 1);
  expect(all.filter((id) => !shown.has(id))).toEqual([]);
});
