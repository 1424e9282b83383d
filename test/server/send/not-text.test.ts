// Input that is no UTF-8 text fails with the command that converts it, wherever lines are read.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readEnrichmentRow } from '../../../src/server/profiles/enrichment-row.js';
import { prepareEvent } from '../../../src/server/send/prepare-event.js';
import { readLines } from '../../../src/server/send/read-lines.js';

const ROW = '{"event":"minted"}\n';

const firstLineOf = async (bytes: Uint8Array) => {
  for await (const line of readLines([bytes] as never, 1_000)) return line;
  throw new Error('There is no line.');
};

it.each([
  ['gzip', gzipSync(ROW), 'gunzip -c'],
  ['UTF-16', Buffer.from(`\ufeff${ROW}`, 'utf16le'), 'iconv -f UTF-16'],
])('%s', async (_, bytes, remedy) => {
  const line = await firstLineOf(bytes);
  expect(prepareEvent(line, 'web')).toEqual({
    kind: 'failed',
    reason: expect.stringContaining(remedy),
  });
  expect(readEnrichmentRow(line.text ?? '', 0)).toContain(remedy);
});
