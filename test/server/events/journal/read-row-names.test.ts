// The fast reader of row names gives the same as JSON.parse, for any rows and any chunk of the file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRowNames } from '../../../../src/server/events/journal/read-row-names.js';
import { serialise } from '../../../../src/server/events/serialise.js';
import { createCleanup } from '../../../support/cleanup.js';
import { createTestDirectory } from '../../../support/temporary-directory.js';

const cleanUp = createCleanup();

const text = fc.string({ unit: 'binary', maxLength: 700 });
const row = fc.record({
  project_id: fc.oneof(fc.constant('prj_1'), text),
  timestamp: fc.constant('2026-01-15 10:00:00.000'),
  original_timestamp: fc.constant('2026-01-15 10:00:00.001'),
  sent_at: fc.constant('2026-01-15 10:00:00.002'),
  received_at: fc.constant('2026-01-15 10:00:00.003'),
  received_by: fc.oneof(fc.constant('p1'), text),
  message_id: fc.oneof(fc.uuid(), text),
  properties: fc.record({ text: fc.oneof(text, fc.constant('é'.repeat(800_000))) }),
});

it('reads the same names as JSON.parse for every row', async () => {
  const path = join(await createTestDirectory(cleanUp), 'rows.ndjson');
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
      const lines = rows.map(serialise);
      await writeFile(path, lines.map((line) => `${line}\n`).join(''));
      const names = lines.map((line) => {
        const { project_id, message_id, original_timestamp, received_at, received_by } =
          JSON.parse(line);
        return { project_id, message_id, original_timestamp, received_at, received_by };
      });
      expect(await readRowNames(path)).toMatchObject(names);
    }),
    { numRuns: 60 },
  );
});

it('reads rows of an earlier version, and skips a partial one', async () => {
  const path = join(await createTestDirectory(cleanUp), 'rows.ndjson');
  const old = { message_id: 'm', project_id: 'p', received_at: 'b', original_timestamp: 'a' };
  await writeFile(path, `${JSON.stringify(old)}\n{"project_id":"p","time`);
  expect(await readRowNames(path)).toEqual([{ ...old, received_by: '' }]);
});
