// Runs the contract for every Transport.
import { createClock } from '../../src/browser/clock.js';
import { createFetchTransport } from '../../src/browser/fetch-transport.js';
import { createOneSender } from '../../src/browser/one-sender.js';
import { createFakeLifecycle } from '../browser/fakes/lifecycle.js';
import { createFakeLockSpace } from '../browser/fakes/locks.js';
import { createFakeStorage } from '../browser/fakes/storage.js';
import { describeTransport } from './transport.contract.js';

describeTransport('fetch', createFetchTransport);

describeTransport('fetch by one tab at a time', (options) =>
  createOneSender(createFetchTransport(options), {
    namespace: 'test',
    locks: createFakeLockSpace().openPage().locks,
    storage: createFakeStorage(),
    clock: createClock(),
    lifecycle: createFakeLifecycle(),
  }),
);
