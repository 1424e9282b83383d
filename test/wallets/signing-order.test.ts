// A signature is recorded only after the wallet was called, with the account and chain of the
// request.
import { hashMessage } from 'ethers';
import { expect, it, onTestFinished } from 'vitest';
import { settle } from '../core/fakes.js';
import { ACCOUNT, OTHER_ACCOUNT } from './fake-wallet.js';
import { outline } from './open-dapp.js';
import { openConnected } from './open-wallet.js';

it('the wallet is called before the message is hashed and recorded', async () => {
  const told: number[] = [];
  const {
    wallet,
    tracker,
    later: signed,
  } = await openConnected({
    personal_sign: () => {
      told.push(tracker.stats().accepted);
      return '0x';
    },
  });
  const before = tracker.stats().accepted;
  await wallet.provider.request({ method: 'personal_sign', params: ['hi', ACCOUNT] });
  expect(told).toEqual([before]);
  expect(outline(await signed())).toEqual(['signature requested', 'signature confirmed']);
});

it('[wallets 1] a text is neither encoded nor decoded before the wallet is called, however long it is', async () => {
  const done: string[] = [];
  const { TextDecoder: Decoder, encodeURIComponent: encode } = globalThis;
  globalThis.TextDecoder = class extends Decoder {
    override decode(bytes?: ArrayBuffer) {
      done.push('decoded');
      return super.decode(bytes);
    }
  };
  globalThis.encodeURIComponent = (text) => {
    if (text === 'hello world') done.push('encoded');
    return encode(text);
  };
  onTestFinished(() => {
    Object.assign(globalThis, { TextDecoder: Decoder, encodeURIComponent: encode });
  });
  const { wallet, later: signed } = await openConnected({
    personal_sign: () => done.push('asked'),
  });
  await wallet.provider.request({ method: 'personal_sign', params: ['hello world', ACCOUNT] });
  expect([done[0], done.includes('decoded')]).toEqual(['asked', false]);
  for (const event of await signed()) expect(event.message_hash).toBe(hashMessage('hello world'));
});

it('an account switch between request and answer: both carry the account that signs', async () => {
  const answers: ((signature: string) => void)[] = [];
  const { wallet, later: signed } = await openConnected({
    personal_sign: () => new Promise((resolve) => answers.push(resolve)),
  });
  void wallet.provider.request({ method: 'personal_sign', params: ['hi', ACCOUNT] });
  await settle();
  wallet.setAccounts(OTHER_ACCOUNT);
  wallet.switchChain('0xa');
  for (const answer of answers) answer('0x');
  const sent = await signed();
  expect(outline(sent)).toEqual(['signature requested', 'connect', 'chain', 'signature confirmed']);
  expect(sent[3]).toMatchObject({ address: ACCOUNT, chain_id: 1 });
});
