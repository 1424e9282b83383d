// The address of a caller in the various forms that proxies send.
import { expect, it } from 'vitest';
import { callerAddress } from '../../../src/server/http/caller-address.js';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['unknown', 'unknown'],
  ['_hidden:80', '_hidden:80'],
])('reads %s as %s', (told, address) => {
  expect(callerAddress(told)).toBe(address);
});
