// Transactions: started, then rejected, failed or broadcasted, each once, by whichever method they
// are sent.
import { expect, it } from 'vitest';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { eventually } from '../support/eventually.js';
import { ACCOUNT, createFakeWallet, HASH, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { brief, openDapp, outline } from './open-dapp.js';
import { openConnected } from './open-wallet.js';
import { BROADCASTED, SENT, send, TRANSFER } from './transfer.js';

const fail =
  (...codes: (number | string | undefined)[]) =>
  () => {
    throw rpcError(codes.shift());
  };

it.each(['eth_sendTransaction', 'wallet_sendTransaction'])(
  '%s is started, then broadcasted with its hash',
  async (method) => {
    const { wallet, later: sent } = await openConnected();
    await wallet.provider.request({ ...send(), method });
    expect(brief(await sent())).toEqual(BROADCASTED);
  },
);

it('a signed transaction is started, then broadcasted with its hash', async () => {
  const { wallet, later: sent } = await openConnected();
  await wallet.provider.request({ method: 'eth_sendRawTransaction', params: ['0x02f8'] });
  expect(brief(await sent())).toEqual([
    { type: 'transaction', address: ACCOUNT, chain_id: 1, status: 'started' },
    {
      type: 'transaction',
      address: ACCOUNT,
      chain_id: 1,
      status: 'broadcasted',
      transaction_hash: HASH,
    },
  ]);
});

it.each([
  [4001, 'rejected'],
  [5000, 'rejected'],
  [5001, 'rejected'],
  [5002, 'rejected'],
  [5003, 'rejected'],
  [5730, 'rejected'],
  [5750, 'rejected'],
  [-32603, 'failed'],
])('[wallets 34] an error %s is %s, with its code', async (code, status) => {
  const { wallet, later: sent } = await openConnected({ eth_sendTransaction: fail(code) });
  await expect(wallet.provider.request(send())).rejects.toMatchObject({ code });
  // A failure is recorded only once it is clear that the request is not retried.
  await eventually(async () => (await sent()).length > 1);
  expect(brief(await sent())).toEqual([
    { ...SENT, status: 'started' },
    { ...SENT, status, error_code: code },
  ]);
});

it('[wallets 39] without a from it belongs to the connected account; its own chain is kept', async () => {
  const { wallet, later: sent } = await openConnected();
  await wallet.provider.request(send({ to: OTHER_ACCOUNT, chainId: '0xa' }));
  expect(brief(await sent()).slice(0, 1)).toEqual([
    { type: 'transaction', address: ACCOUNT, chain_id: 10, to: OTHER_ACCOUNT, status: 'started' },
  ]);
});

it.each([{}, { to: '0x', value: '0x' }])(
  'a deployment has its code as input, and neither amount nor recipient (%j)',
  async (nothing) => {
    const { wallet, later: sent } = await openConnected();
    await wallet.provider.request(send({ from: ACCOUNT, input: '0x60806040aabb', ...nothing }));
    expect(brief(await sent()).slice(0, 1)).toEqual([
      { type: 'transaction', address: ACCOUNT, chain_id: 1, data: '0x60806040', status: 'started' },
    ]);
  },
);

it('[wallets 42] a batch is one transaction with its number of calls, its id and whether it is atomic', async () => {
  const { wallet, later: sent } = await openConnected();
  const batch = {
    version: '2.0.0',
    from: ACCOUNT,
    chainId: '0x2105',
    atomicRequired: true,
    calls: [TRANSFER, { to: ACCOUNT }],
  };
  await wallet.provider.request({ method: 'wallet_sendCalls', params: [batch] });
  const expected = {
    type: 'transaction',
    address: ACCOUNT,
    chain_id: 8453,
    call_count: 2,
    atomic: true,
  };
  expect(brief(await sent())).toEqual([
    { ...expected, status: 'started' },
    { ...expected, status: 'broadcasted', batch_id: 'batch-1' },
  ]);
});

it('a batch of one call has the fields of that call; its id may be a plain text', async () => {
  const { wallet, later: sent } = await openConnected({ wallet_sendCalls: () => '0xid' });
  const batch = { version: '1.0', from: ACCOUNT, chainId: '0x1', calls: [TRANSFER] };
  await wallet.provider.request({ method: 'wallet_sendCalls', params: [batch] });
  expect(brief(await sent())).toEqual([
    { ...SENT, call_count: 1, atomic: false, status: 'started' },
    { ...SENT, call_count: 1, atomic: false, status: 'broadcasted', batch_id: '0xid' },
  ]);
});

it.each([-32601, 4200, -32602, -32004, -32000, undefined])(
  '[wallets 44] a retry by viem after %s is the same transaction: no second started',
  async (code) => {
    const { wallet, later: sent } = await openConnected({ eth_sendTransaction: fail(code) });
    await wallet.provider.request(send()).catch(() => {});
    await wallet.provider.request({ ...send({ ...TRANSFER }), method: 'wallet_sendTransaction' });
    expect(brief(await sent())).toEqual(BROADCASTED);
  },
);

// viem's `experimental_fallback` recognises the first code, and the others by their message.
it.each([-32601, -32603, -32600, 5710, 5101, 10_001])(
  "[wallets 44] viem's fallback to single calls after a batch fails with %s: the first continues the one that was started",
  async (code) => {
    const { wallet, later: sent } = await openConnected({ wallet_sendCalls: fail(code) });
    const batch = { from: ACCOUNT, calls: [TRANSFER, { to: ACCOUNT }] };
    await wallet.provider.request({ method: 'wallet_sendCalls', params: [batch] }).catch(() => {});
    await wallet.provider.request(send());
    await wallet.provider.request(send({ from: ACCOUNT, to: ACCOUNT, value: '0x0' }));
    expect(outline(await sent())).toEqual([
      'transaction started',
      'transaction broadcasted',
      'transaction started',
      'transaction broadcasted',
    ]);
  },
);

it.each([
  [undefined, 'User rejected the request'],
  [-32000, 'user denied it'],
])('a refusal is recorded at once, whatever its code: %s', async (code, message) => {
  const refuse = () => {
    throw Object.assign(new Error(message), { code });
  };
  const { wallet, later: sent } = await openConnected({ eth_sendTransaction: refuse });
  await wallet.provider.request(send()).catch(() => {});
  expect(outline(await sent())).toEqual(['transaction started', 'transaction rejected']);
});

it('a failure without a retry is recorded, and another transaction is separate', async () => {
  const { wallet, later: sent } = await openConnected({
    eth_sendTransaction: fail(-32000, -32000),
  });
  await wallet.provider.request(send()).catch(() => {});
  await wallet.provider.request(send({ to: ACCOUNT })).catch(() => {});
  expect(outline(await sent())).toEqual([
    'transaction started',
    'transaction failed',
    'transaction started',
  ]);
  const last = await eventually(async () => (await sent())[3] ?? null);
  expect(last).toMatchObject({ status: 'failed', to: ACCOUNT, error_code: -32000 });
});

it('another signed transaction is separate, too', async () => {
  const { wallet, later: sent } = await openConnected({
    eth_sendRawTransaction: fail(-32000, -32601),
  });
  const method = 'eth_sendRawTransaction';
  for (const signed of ['0x02f8', '0x02f9']) {
    await wallet.provider.request({ method, params: [signed] }).catch(() => {});
  }
  expect(outline(await sent())).toEqual([
    'transaction started',
    'transaction failed',
    'transaction started',
  ]);
});

it('a retry that fails, too, ends the transaction once', async () => {
  const { wallet, later: sent } = await openConnected({
    eth_sendTransaction: fail(-32601),
    wallet_sendTransaction: fail(4001),
  });
  await wallet.provider.request(send()).catch(() => {});
  await wallet.provider.request({ ...send(), method: 'wallet_sendTransaction' }).catch(() => {});
  expect(outline(await sent())).toEqual(['transaction started', 'transaction rejected']);
});

it('two in flight on different wallets: each event carries the wallet that acts', async () => {
  const [one, two] = [createFakeWallet(), createFakeWallet()];
  two.state.accounts = [OTHER_ACCOUNT];
  const { events } = openDapp([
    eip1193(one.provider, { rdns: 'com.one' }),
    eip1193(two.provider, { rdns: 'com.two' }),
  ]);
  await one.connect();
  await two.connect();
  const first = one.provider.request(send({ to: ACCOUNT }));
  const second = two.provider.request(send({ to: ACCOUNT }));
  await Promise.all([second, first]);
  const sent = (await events()).slice(2);
  expect(new Set(sent.map(({ address, rdns }) => `${rdns} ${address}`))).toEqual(
    new Set([`com.one ${ACCOUNT}`, `com.two ${OTHER_ACCOUNT}`]),
  );
  expect(sent).toHaveLength(4);
});
