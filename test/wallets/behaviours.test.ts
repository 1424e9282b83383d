// The 48 behaviours required of wallet adapters: at least one test names each, as `[wallets 7]`.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fromRoot } from '../support/project.js';

/** The last two are those of Solana. */
const COUNT = existsSync(fromRoot('src/wallets/solana.ts')) ? 48 : 46;
const TAG = /\[wallets (\d+)\]/g;

it('at least one test names each of the behaviours', async () => {
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
