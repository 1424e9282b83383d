// A transaction as an app sends it, and the events that the tracker records for it.
import { ACCOUNT, HASH, OTHER_ACCOUNT } from './fake-wallet.js';

/** A transfer of one Ether. */
export const TRANSFER = {
  from: ACCOUNT,
  to: OTHER_ACCOUNT,
  value: '0xde0b6b3a7640000',
  data: `0xa9059cbb${'0'.repeat(128)}`,
};

/** The request that sends it, or another transaction. */
export const send = (transaction: object = TRANSFER) => ({
  method: 'eth_sendTransaction',
  params: [transaction],
});

/** The fields that all its events have. */
export const SENT = {
  type: 'transaction',
  address: ACCOUNT,
  chain_id: 1,
  to: OTHER_ACCOUNT,
  value: '1000000000000000000',
  data: '0xa9059cbb',
};

/** Its events until the wallet has broadcasted it. */
export const BROADCASTED = [
  { ...SENT, status: 'started' },
  { ...SENT, status: 'broadcasted', transaction_hash: HASH },
];
