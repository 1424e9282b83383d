// Which addresses mean all of the machine, in each way in which the system takes them.
import { expect, it } from 'vitest';
import { isAnyAddress } from '../../../src/server/start/start-server.js';

it.each(['0.0.0.0', '::', '0', '0.0', '::0', '0:0:0:0:0:0:0:0'])(
  'takes %s for all addresses, which no browser can open',
  (host) => expect(isAnyAddress(host)).toBe(true),
);

it.each(['127.0.0.1', '::1', 'localhost', 'fe80::1%eth0', '10.0.0.0', '/tmp/socket'])(
  'takes %s for an address of its own',
  (host) => expect(isAnyAddress(host)).toBe(false),
);
