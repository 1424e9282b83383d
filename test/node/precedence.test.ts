// Precedence: between ids given in different places, a handler and the flush after it, repeated
// faults.
import { expect, it } from 'vitest';
import { nextTracking } from '../../src/node/middleware.js';
import type { TellOfSpool } from '../../src/node/spool-port.js';
import { openService } from './support/open-service.js';

it('ids in the options of a call override those of the call, which override those of for()', async () => {
  const { tracker, server, clock } = openService();
  const verbs = tracker.for({ userId: 'bound', address: '0xb' });
  verbs.identify({ userId: 'call', address: '0xc' }, {}, { userId: 'options', address: '0xd' });
  verbs.identify({ userId: 'call', address: '0xc' });
  verbs.track('Swap');
  await clock.turn(2_000);
  expect([...server.kept.values()]).toMatchObject([
    { user_id: 'options', address: '0xd' },
    { user_id: 'call', address: '0xc' },
    { user_id: 'bound', address: '0xb' },
  ]);
});

it('the chain of a transaction overrides that of the options', async () => {
  const { tracker, server, clock } = openService();
  tracker.transaction({ hash: '0xa', chainId: 10n }, {}, { chainId: 1 });
  tracker.transaction({ hash: '0xb' }, {}, { chainId: 1 });
  await clock.turn(2_000);
  expect([...server.kept.values()].map(({ properties }) => properties)).toMatchObject([
    { chain_id: 10 },
    { chain_id: 1 },
  ]);
});

it('a Next handler has recorded its events before they are flushed', async () => {
  const { tracker } = openService();
  const steps: string[] = [];
  const flushing = { ...tracker, flush: async () => void steps.push('flush') };
  const handle = async () => {
    await Promise.resolve();
    steps.push('handled');
  };
  await nextTracking(flushing, handle, { waitUntil: () => {} })({ headers: {} });
  expect(steps).toEqual(['handled', 'flush']);
});

it('a disk that fails repeatedly is reported once a minute', () => {
  let tell: TellOfSpool = () => {};
  const { clock, faults } = openService(
    {},
    {
      spool: (_, given) => {
        tell = given;
        return undefined;
      },
    },
  );
  for (const ms of [0, 1, 59_999, 60_000, 119_999, 120_000]) {
    clock.set(1_700_000_000_000 + ms);
    tell(new Error(`at ${ms}`));
  }
  expect(faults.map(({ message }) => message.match(/at \d+/)?.[0])).toEqual([
    'at 0',
    'at 60000',
    'at 120000',
  ]);
});
