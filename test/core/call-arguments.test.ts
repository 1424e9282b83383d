// Arguments of contract calls: a value that may be a signature, a secret or a proof is sent in full
// only if the app opts in.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { transactionFields } from '../../src/core/verbs.js';

const R = `0x${'1a'.repeat(32)}`;
const SIGNATURE = `0X${'3B'.repeat(65)}`.replace('X', 'x');
const OWNER = '0x00000000219ab540356cBB839Cbe05303d7705Fa';

const argsOf = (functionArgs: Readonly<Record<string, unknown>>, calldata = false) =>
  transactionFields({ status: 'started', functionArgs }, { calldata }).function_args;

it('are shortened as calldata is, at any depth, while other values stay unchanged', () => {
  const args = { owner: OWNER, value: 10n, r: R, proof: [[R], { leaf: SIGNATURE }], note: 'gm' };
  expect(argsOf(args)).toEqual({
    owner: OWNER,
    value: '10',
    r: R.slice(0, 10),
    proof: [[R.slice(0, 10)], { leaf: SIGNATURE.slice(0, 10) }],
    note: 'gm',
  });
  expect(argsOf(args, true)).toEqual({ ...args, value: '10' });
});

it('are absent where the call has none', () => {
  expect(transactionFields({ status: 'started' })).not.toHaveProperty('function_args');
});

it('never contain 32 bytes of hex in a row, whatever the arguments are', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (args, key) => {
      const told = JSON.stringify(argsOf({ ...args, [key]: { deep: [R, SIGNATURE] } }));
      expect(told).not.toMatch(/0x[\da-f]{64}/i);
    }),
  ));
