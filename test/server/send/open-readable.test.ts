// Files and named pipes as input: read to their end, and left while a pipe is silent.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openReadable } from '../../../src/server/send/open-readable.js';
import { createCleanup } from '../../support/cleanup.js';
import { runOrThrow } from '../../support/run.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

const newPipe = async () => {
  const cwd = await createTestDirectory(cleanUp);
  await runOrThrow('mkfifo', ['pipe'], { cwd });
  return join(cwd, 'pipe');
};

it('reads a file', async () => {
  const file = join(await createTestDirectory(cleanUp), 'rows');
  await writeFile(file, 'a\nb');
  expect(await text(openReadable(file))).toBe('a\nb');
});

it('reads a named pipe to its end, also when the writer comes later', async () => {
  const pipe = await newPipe();
  const read = text(openReadable(pipe));
  createWriteStream(pipe).end('a\nb');
  expect(await read).toBe('a\nb');
});

it('closes a named pipe whose writer is silent', async () => {
  const pipe = await newPipe();
  // With `r+` it opens although nobody reads yet.
  const writer = await open(pipe, 'r+');
  cleanUp(() => writer.close());
  await writer.write('a');
  const input = openReadable(pipe);
  expect(String((await input[Symbol.asyncIterator]().next()).value)).toBe('a');
  const closed = once(input, 'close');
  input.destroy();
  await closed;
});
