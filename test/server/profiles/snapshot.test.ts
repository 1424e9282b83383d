// Rounds of the snapshot of profiles: who deletes what they read can wait for their end.
import { expect, it } from 'vitest';
import type { AnalyticsResult } from '../../../src/server/database/ports.js';
import { createLog } from '../../../src/server/log.js';
import { createProfileSnapshot } from '../../../src/server/profiles/snapshot.js';

it('says when a running round has ended, also in vain, and at once when there is none', async () => {
  const ended: string[] = [];
  let fail = (_: Error): void => {};
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>() =>
        ({ data: [{ value: 1, start: '0x' }] }) as unknown as AnalyticsResult<Row>,
      execute: () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    },
    log: createLog('silent'),
  });
  await snapshot.roundEnded();
  const round = snapshot.refresh().catch(() => void ended.push('round'));
  const waiting = snapshot.roundEnded().then(() => void ended.push('waiting'));
  // Far enough for the round to write what it has read.
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([]);
  fail(new Error('The engine is gone.'));
  await Promise.all([round, waiting]);
  expect([...ended].sort()).toEqual(['round', 'waiting']);
});

it('writes what it has read within what keeps deletions away', async () => {
  const order: string[] = [];
  const snapshot = createProfileSnapshot({
    database: {
      query: async <Row>(sql: string) => {
        if (sql.includes('place')) order.push('read');
        return { data: [{ value: 1, start: '0x' }] } as unknown as AnalyticsResult<Row>;
      },
      execute: async () => void order.push('write'),
    },
    inRound: (round) => {
      order.push('begin');
      return round().finally(() => order.push('end'));
    },
    log: createLog('silent'),
  });
  await snapshot.refresh();
  expect(order.slice(0, 4)).toEqual(['begin', 'read', 'write', 'end']);
});
