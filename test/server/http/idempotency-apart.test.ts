// Idempotency-Key on writes to the analytics database: they do not block the application database.
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { openWorkspaces, startArea } from './area-under-test.js';

const cleanUp = createCleanup();

describe('a write to the analytics database alone', () => {
  const WALLET = '0x00000000000000000000000000000000000000aa';
  const COUNTS = { successful_rows: 1, quarantined_rows: 0 };
  const labels = `/v0/profiles/${WALLET}/labels`;

  it.each([
    ['importWallets', 'POST', '/v0/import', { addresses: [WALLET], writeKey: 'a' }, COUNTS],
    ['upsertLabels', 'POST', labels, [{ tag_id: 'a' }], []],
    ['deleteLabel', 'DELETE', labels, { tag_id: 'a' }, undefined],
  ])(
    'such as %s does not block the application database',
    async (name, method, path, body, answer) => {
      const workspaces = await openWorkspaces();
      let end = (): void => {};
      let runs = 0;
      const work = () =>
        new Promise<unknown>((resolve) => {
          runs += 1;
          end = () => resolve(answer);
        });
      const area = await startArea({ database: workspaces.database, handlers: { [name]: work } });
      cleanUp(async () => {
        await area.app.close();
        await workspaces.close();
      });
      const call = () => area.call(method, path, { body, headers: { 'idempotency-key': name } });
      const first = call();
      await eventually(() => runs === 1);
      const others = Promise.race([workspaces.database.isReady(), pause(2_000, 'it waits')]);
      const isReady = await others.finally(end);
      expect(isReady).toBe(true);
      expect((await first).body).toEqual(answer);
      expect(await call()).toEqual(await first);
      expect(runs).toBe(1);
    },
  );
});
