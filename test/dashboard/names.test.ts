// Names shown for events and chains, also if an app uses names that JavaScript objects have.
import { expect, it } from 'vitest';
import { chainName, eventName } from '../../src/dashboard/format/names.js';

it.each([
  ['page', '', 'Page view'],
  ['track', 'minted', 'minted'],
  ['track', 'page', 'page'],
  ['track', 'wallet_connect_rejected', 'Connection rejected'],
  ['wallet_connect_rejected', '', 'Connection rejected'],
  ['constructor', '', 'constructor'],
  ['__proto__', '', '__proto__'],
])('an event of the type %s named "%s" is shown as %s', (type, event, shown) => {
  expect(eventName(type, event)).toBe(shown);
});

it.each([
  ['1', 'Ethereum'],
  ['', 'Unknown'],
  ['99', 'Chain 99'],
  ['toString', 'Chain toString'],
])('the chain "%s" is shown as %s', (id, shown) => {
  expect(chainName(id)).toBe(shown);
});
