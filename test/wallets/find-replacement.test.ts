// What took the place of a transaction: the same once more, or something else.
import { expect, it } from 'vitest';
import { readReplacement } from '../../src/wallets/find-replacement.js';
import { ACCOUNT, OTHER_ACCOUNT } from './fake-wallet.js';

const mined = { from: ACCOUNT, to: OTHER_ACCOUNT.toLowerCase(), value: '0x0', input: '0x' };

it.each(['0x', '0x0', '0', '', 0, undefined])(
  '[wallets 45] a transaction of the amount %j is known again',
  (value) => {
    const sent = { status: 'broadcasted', to: OTHER_ACCOUNT, value } as const;
    expect(readReplacement(mined, sent)).toBe('sped_up');
    expect(readReplacement({ ...mined, value: '0x1' }, sent)).toBe('other');
  },
);
