// The node behind a fake wallet: the test mines its transactions, and it answers requests about
// them.
import { ACCOUNT, type Answer, createFakeWallet, HASH, OTHER_ACCOUNT } from './fake-wallet.js';

export const hashOf = (digit: string) => `0x${digit.repeat(64)}`;
const hex = (count: number) => `0x${count.toString(16)}`;
const first = (params: unknown) => (params as readonly unknown[])[0] as string;

export const TRANSFER = {
  from: ACCOUNT,
  to: OTHER_ACCOUNT,
  value: '0x1',
  data: `0xa9059cbb${'0'.repeat(128)}`,
};
export const send = (transaction: object = TRANSFER) => ({
  method: 'eth_sendTransaction',
  params: [transaction],
});

export interface FakeTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
  readonly to?: string;
  readonly value?: string;
  readonly input?: string;
}

/** A wallet whose node keeps its transactions pending until the test mines them. */
export const createNodeWallet = (overrides: Readonly<Record<string, Answer>> = {}) => {
  const pool = new Map<string, FakeTransaction>();
  const receipts = new Map<string, object>();
  const blocks = new Map<number, FakeTransaction[]>();
  let height = 100;
  const nonceAt = (block: number) =>
    [...blocks].filter(([at]) => at <= block).flatMap(([, mined]) => mined).length;

  const broadcast = (hash: string, call: Partial<FakeTransaction> & { data?: string } = {}) => {
    const { data, ...rest } = call;
    const input = data ?? '0x';
    pool.set(hash, { from: ACCOUNT, ...rest, input, hash, nonce: hex(nonceAt(height)) });
    return hash;
  };
  const wallet = createFakeWallet({
    eth_sendTransaction: (params) => broadcast(HASH, (params as readonly object[])[0]),
    eth_getTransactionReceipt: (params) => receipts.get(first(params)) ?? null,
    eth_getTransactionByHash: (params) => pool.get(first(params)) ?? null,
    eth_blockNumber: () => hex(height),
    eth_getCode: () => '0x',
    eth_estimateGas: () => '0x5208',
    eth_getUserOperationReceipt: () => null,
    eth_getTransactionCount: (params) => {
      const at = (params as readonly string[])[1];
      return hex(nonceAt(at === 'latest' ? height : Number(at)));
    },
    eth_getBlockByNumber: (params) => ({ transactions: blocks.get(Number(first(params))) ?? [] }),
    ...overrides,
  });
  return {
    ...wallet,
    broadcast,
    receipts,
    /** Replaces a transaction with another one of the same nonce. */
    replace: (hash: string, next: string, call: Partial<FakeTransaction> & { data?: string }) => {
      pool.delete(hash);
      broadcast(next, call);
    },
    mine: (hash: string, receipt: object = {}) => {
      height += 5;
      const mined = pool.get(hash);
      if (mined) blocks.set(height, [mined]);
      receipts.set(hash, {
        transactionHash: hash,
        status: '0x1',
        blockNumber: hex(height),
        gasUsed: '0x5208',
        ...receipt,
      });
      height += 5;
    },
  };
};
