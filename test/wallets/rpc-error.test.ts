// Which texts of errors tell that the user refused.
import { expect, it } from 'vitest';
import { readFault } from '../../src/wallets/rpc-error.js';

it.each([
  'User rejected the request.',
  'Request rejected by user',
  'The popup was closed by the user',
  'Cancellation by user',
  'The transaction was aborted by the user.',
])('%s tells of a refusal', (text) => {
  expect(readFault(new Error(text))).toMatchObject({ status: 'rejected' });
});

it('a text as long as a node likes is read at once, and not anew from each of its places', () => {
  const text = 'rejec'.repeat(400_000);
  expect(readFault(new Error(text))).toMatchObject({ status: 'failed' });
});
