// A transaction as an app sends it, and what the tracker tells of it.
import { ACCOUNT, HASH, OTHER_ACCOUNT } from './fake-wallet.js';

/** Of one Ether. */
export const TRANSFER = {
  from: ACCOUNT,
  to: OTHER_ACCOUNT,
  value: '0xde0b6b3a7640000',
  data: `0xa9059cbb${'0'.repeat(128)}`,
};

/** The call that sends it, or another. */
export const send = (transaction: object = TRANSFER) => ({
  method: 'eth_sendTransaction',
  params: [transaction],
});

/** What its events say of it. */
export const SENT = {
  type: 'transaction',
  address: ACCOUNT,
  chain_id: 1,
  to: OTHER_ACCOUNT,
  value: '1000000000000000000',
  data: '0xa9059cbb',
};

/** All of its events, as far as a wallet tells them. */
export const BROADCASTED = [
  { ...SENT, status: 'started' },
  { ...SENT, status: 'broadcasted', transaction_hash: HASH },
];
