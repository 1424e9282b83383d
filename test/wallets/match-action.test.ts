// What a library does, known again below it.
import { expect, it } from 'vitest';
import type { Action } from '../../src/wallets/actions.js';
import { matchAction } from '../../src/wallets/match-action.js';
import { startAction } from '../../src/wallets/start-action.js';
import { ACCOUNT } from './fake-wallet.js';

const METHOD = 'eth_signTypedData_v4';

it('typed data is the same however it is written', () => {
  const data = { primaryType: 'Mail', message: { to: 'Bob' } };
  const isSame = matchAction(METHOD, [ACCOUNT, data]);
  const types = { EIP712Domain: [] };
  expect(isSame?.(METHOD, [ACCOUNT, JSON.stringify({ types, ...data })])).toBe(true);
  expect(isSame?.(METHOD, [ACCOUNT, { ...data, primaryType: 'Permit' }])).toBe(false);
});

it('of two that look alike each has its own call, and a call that is tried again the first', () => {
  const actions = new Set<Action>();
  const known = { project: 'one', matches: () => true, isTold: false };
  const [first, second] = [startAction(actions, known), startAction(actions, known)];
  const find = () => second.find('one', METHOD, []);
  expect([find(), find(), find()]).toEqual([first, second, first]);
  expect(find()).toBe(first);
  expect(second.find('two', METHOD, [])).toBeUndefined();
});
