// The loops of the alerts job log an outage once, and its end.
import { expect, it } from 'vitest';
import { createAlertsJob } from '../../../src/server/alerts/job.js';
import type { Log } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';

const cleanUp = createCleanup();

it('logs an outage once for any number of retries, and the end of the outage', async () => {
  const lines: string[] = [];
  const log = {
    error: (text: string) => void lines.push(`error: ${text}`),
    info: (text: string) => void lines.push(`info: ${text}`),
  } as unknown as Log;
  let evaluations = 0;
  const job = createAlertsJob({
    evaluateDue: async () => {
      if (++evaluations <= 3) throw new Error('The database is away.');
    },
    deliverDue: async () => {},
    prune: async () => {},
    log,
    tickMs: 1,
  });
  cleanUp(() => job.close());
  job.start();
  await eventually(() => lines.length > 1 || null);
  expect(lines).toEqual([
    'error: The evaluation of alerts failed; it is tried again every 0.001 s.',
    'info: The evaluation of alerts works again.',
  ]);
  expect(evaluations).toBeGreaterThan(3);
});
