// Recognises the action of a library in the request that it makes below.
import { expect, it } from 'vitest';
import type { Action } from '../../src/wallets/actions.js';
import { matchAction } from '../../src/wallets/match-action.js';
import { startAction } from '../../src/wallets/start-action.js';
import { ACCOUNT, OTHER_ACCOUNT } from './fake-wallet.js';

const METHOD = 'eth_signTypedData_v4';

it('typed data matches as an object and as text', () => {
  const data = { primaryType: 'Mail', message: { to: 'Bob' } };
  const isSame = matchAction(METHOD, [ACCOUNT, data]);
  const types = { EIP712Domain: [] };
  expect(isSame?.(METHOD, [ACCOUNT, JSON.stringify({ types, ...data })])).toBe(true);
  expect(isSame?.(METHOD, [ACCOUNT, { ...data, primaryType: 'Permit' }])).toBe(false);
});

it('a transaction matches by recipient and function', () => {
  const send = (data?: string, to = OTHER_ACCOUNT) =>
    ['eth_sendTransaction', [{ from: ACCOUNT, to, data }]] as const;
  const isSame = matchAction(...send('0xa9059cbb'));
  expect(isSame?.(...send('0xA9059CBB0001'))).toBe(true);
  for (const other of [send('0x095ea7b3'), send('0xa9059cbc'), send(), send('0xa9059cbb', ACCOUNT)])
    expect(isSame?.(...other)).toBe(false);
  // Without calldata above, the library may choose or add any calldata below.
  for (const data of [undefined, '0x'])
    for (const below of [send(), send('0x'), send('0xa9059cbb')])
      expect(matchAction(...send(data))?.(...below)).toBe(true);
});

it('a message matches only if all of it is the same', () => {
  const sign = (text: string) => ['personal_sign', [text, ACCOUNT]] as const;
  const isSame = matchAction(...sign('hello'));
  expect(isSame?.(...sign('0x68656c6c6f'))).toBe(true);
  for (const text of ['hell', 'hello ', 'hello\nworld'])
    expect(isSame?.(...sign(text))).toBe(false);
});

it('of two actions that look alike each gets its own call, and a retried call belongs to the first', () => {
  const actions = new Set<Action>();
  const known = { project: 'one', matches: () => true, isTold: false };
  const [first, second] = [startAction(actions, known), startAction(actions, known)];
  const find = () => second.find('one', METHOD, []);
  expect([find(), find(), find()]).toEqual([first, second, first]);
  expect(find()).toBe(first);
  expect(second.find('two', METHOD, [])).toBeUndefined();
});
