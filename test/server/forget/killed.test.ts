// Kills the real server in the middle of deleting a person: the next start completes the deletion by itself.
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { startNewServer } from '../../support/server.js';
import { openTestAnalytics } from '../database/analytics/open-test-analytics.js';
import { anEvent } from '../http/app-under-test.js';
import { wallet } from '../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
const NOTE = 'unfinished-deletion.json';
const HOLD = 'hold-the-note';

/**
 * Runs in the server before its own code: as long as there is a file named HOLD, the deletion waits where its sums are
 * rebuilt. So the kill comes before the end of the deletion, however late it comes.
 */
const HOLDING = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { rm } = fs.promises;
  const isHeld = (path) =>
    String(path).endsWith('${NOTE}') && fs.existsSync(process.env.CHAINTRAIL_DATA + '/${HOLD}');
  fs.promises.rm = (path, options) => (isHeld(path) ? new Promise(() => {}) : rm(path, options));
  syncBuiltinESMExports();
`;

it('is completed after a kill -9, and the person is counted no more', async () => {
  const server = await startNewServer({
    LOG: 'json',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(HOLDING)}`,
  });
  cleanUp(server.dispose);
  const call = (path: string, key: string, body?: unknown) =>
    fetch(`${server.url}${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  /** The names of the counted events. */
  const counted = async () => {
    const response = await call('/v0/top_events', server.apiKey);
    const { data } = (await response.json()) as { data: readonly { event: string }[] };
    return data.map(({ event }) => event).sort();
  };
  const shared = { address: wallet(7) };
  await call('/v0/raw_events', server.writeKey, [
    anEvent({ event: 'of carol', anonymous_id: 'carol', ...shared }),
    anEvent({ event: 'of dave', anonymous_id: 'dave', ...shared }),
  ]);
  await eventually(async () => expect(await counted()).toEqual(['of carol', 'of dave']));

  const hold = join(server.dataDirectory, HOLD);
  await writeFile(hold, '');
  const answer = call('/v0/forget', server.apiKey, { anonymous_id: 'carol' }).catch(() => 'none');
  // The note is there while sums are rebuilt; the events are deleted after that.
  await eventually(async () => expect(await readdir(server.dataDirectory)).toContain(NOTE));
  await server.kill9();
  expect(await answer).toBe('none');
  await rm(hold);

  await server.restart();
  await eventually(async () => {
    expect(server.output()).toContain('deletions of people were completed');
    expect(await counted()).toEqual(['of dave']);
  });
  await server.stop();
  const database = await openTestAnalytics({ directory: join(server.dataDirectory, 'analytics') });
  cleanUp(() => database.close());
  const { data } = await database.query(
    `SELECT (SELECT groupArray(event) FROM events) AS events,
       (SELECT toUInt64(sum(hits)) FROM wallets_daily WHERE address = {wallet:String}) AS hits`,
    { wallet: wallet(7) },
  );
  expect(data).toEqual([{ events: ['of dave'], hits: 1 }]);
});
