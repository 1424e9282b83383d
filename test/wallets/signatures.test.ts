// Signatures: requested, then confirmed, rejected or failed; only the kind and the hash of the
// message are recorded.
import { getBytes, hashMessage } from 'ethers';
import { expect, it } from 'vitest';
import { keccak256 } from '../../src/core/keccak256.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { createWorld, openPage } from '../core/fakes.js';
import { ACCOUNT, createFakeWallet, OTHER_ACCOUNT, rpcError } from './fake-wallet.js';
import { brief, NAME, openDapp, outline } from './open-dapp.js';
import { openConnected } from './open-wallet.js';

const toHex = (text: string) => `0x${Buffer.from(text, 'utf8').toString('hex')}`;
const hashOf = (text: string) => `0x${keccak256(new TextEncoder().encode(text))}`;

/** `hashMessage('hello world')` of ethers and viem. */
const HELLO = '0xd9eba16ed0ecae432b71fe008c98cc872bb4cc214d3220a36f365326cf807d68';

const TYPED = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Permit: [{ name: 'owner', type: 'address' }],
  },
  domain: { name: 'Token', version: '1', chainId: 1, verifyingContract: OTHER_ACCOUNT },
  primaryType: 'Permit',
  message: { owner: ACCOUNT, secret: 'never sent' },
};

const SIGN_IN = `dapp.example wants you to sign in with your Ethereum account:
${ACCOUNT}

Sign in.

URI: https://dapp.example
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2026-01-01T00:00:00Z`;

type Signing = [method: string, params: readonly unknown[], message: object];

it.each<Signing>([
  ['personal_sign', ['hello world', ACCOUNT], { message_kind: 'text', message_hash: HELLO }],
  ['eth_sign', [ACCOUNT, toHex('hello world')], { message_kind: 'text', message_hash: HELLO }],
  ...['eth_signTypedData', 'eth_signTypedData_v1'].map(
    (method): Signing => [
      method,
      [[{ type: 'string', name: 'Message', value: 'Hi' }], ACCOUNT],
      {
        message_kind: 'typed_data',
        message_hash: hashOf('[{"type":"string","name":"Message","value":"Hi"}]'),
      },
    ],
  ),
  ...['eth_signTypedData_v3', 'eth_signTypedData_v4'].map(
    (method): Signing => [
      method,
      [ACCOUNT, JSON.stringify(TYPED)],
      {
        message_kind: 'typed_data',
        message_hash: hashOf(JSON.stringify(TYPED)),
        primary_type: 'Permit',
        domain: TYPED.domain,
      },
    ],
  ),
])('[wallets 32] %s is requested, then confirmed', async (method, params, message) => {
  const { wallet, later: signed } = await openConnected();
  await wallet.provider.request({ method, params });
  const expected = { type: 'signature', address: ACCOUNT, chain_id: 1, method, ...message };
  expect(brief(await signed())).toEqual([
    { ...expected, status: 'requested' },
    { ...expected, status: 'confirmed' },
  ]);
});

it.each([
  ['as text', ['hello world', ACCOUNT]],
  ['as hex', [toHex('hello world'), ACCOUNT]],
  ['as hex of capitals', [`0x${toHex('hello world').slice(2).toUpperCase()}`, ACCOUNT]],
  ['with swapped parameters', [ACCOUNT, 'hello world']],
])('[wallets 33] a message is read %s, also where there is no Buffer', async (_, params) => {
  const { wallet, later: signed } = await openConnected();
  const { Buffer: buffer } = globalThis;
  Reflect.deleteProperty(globalThis, 'Buffer');
  try {
    await wallet.provider.request({ method: 'personal_sign', params });
  } finally {
    globalThis.Buffer = buffer;
  }
  for (const event of await signed()) {
    expect(event).toMatchObject({ address: ACCOUNT, message_kind: 'text', message_hash: HELLO });
  }
});

it('[wallets 33] a text that looks like hex with an odd number of digits is a text', async () => {
  const { wallet, later: signed, faults } = await openConnected();
  const [text, method] = ['0xabc', 'personal_sign'];
  await wallet.provider.request({ method, params: [text, ACCOUNT] });
  for (const event of await signed()) expect(event.message_hash).toBe(hashMessage(text));
  expect(faults).toEqual([]);
});

it.each([
  ['personal_sign', [OTHER_ACCOUNT, ACCOUNT]],
  ['eth_sign', [ACCOUNT, OTHER_ACCOUNT]],
])(
  "[wallets 33] of two addresses in %s the signer's is taken by its position",
  async (method, params) => {
    const { wallet, later: signed } = await openConnected();
    await wallet.provider.request({ method, params });
    for (const event of await signed()) {
      const message_hash = hashMessage(getBytes(OTHER_ACCOUNT));
      expect(event).toMatchObject({ address: ACCOUNT, message_hash });
    }
  },
);

it.each<[string, unknown, object]>([
  ['eth_sign', toHex('hello world'), { message_hash: HELLO }],
  ['eth_signTypedData_v3', JSON.stringify(TYPED), { primary_type: 'Permit' }],
  ['eth_signTypedData_v4', JSON.stringify(TYPED), { primary_type: 'Permit' }],
])(
  '[wallets 33] %s without an account: the message is the second parameter',
  async (method, message, said) => {
    const { wallet, later: signed } = await openConnected();
    await wallet.provider.request({ method, params: [undefined, message] });
    for (const event of await signed()) expect(event).toMatchObject({ ...said, address: ACCOUNT });
  },
);

it.each([
  ['personal_sign', [undefined, 'hello world']],
  ['eth_signTypedData_v4', [JSON.stringify(TYPED), undefined]],
])(
  '[wallets 36] %s with swapped parameters and no account does not record the message as an address',
  async (method, params) => {
    const { wallet, later: signed, world } = await openConnected();
    await wallet.provider.request({ method, params });
    expect((await signed()).map(({ address }) => address)).toEqual([ACCOUNT, ACCOUNT]);
    expect(JSON.stringify([...world.server.kept.values()])).not.toMatch(/hello|secret/);
  },
);

it.each([
  ['a text', SIGN_IN],
  ['hex', toHex(SIGN_IN)],
  ['a text with lines of Windows', SIGN_IN.replaceAll('\n', '\r\n')],
])(
  '[wallets 35] [wallets 36] an EIP-4361 message as %s is marked as a sign-in, and none of its text is sent',
  async (_, message) => {
    const { wallet, later: signed, world } = await openConnected();
    await wallet.provider.request({ method: 'personal_sign', params: [message, ACCOUNT] });
    expect((await signed()).map(({ message_kind: kind }) => kind)).toEqual(['siwe', 'siwe']);
    expect(JSON.stringify([...world.server.kept.values()])).not.toMatch(/32891756|wants you|1111/);
  },
);

it('[wallets 35] wallet_connect with signInWithEthereum is a sign-in as well', async () => {
  const wallet = createFakeWallet({ wallet_connect: () => ({ accounts: [{ address: ACCOUNT }] }) });
  const { events } = openDapp([eip1193(wallet.provider, NAME)]);
  const capabilities = { signInWithEthereum: { nonce: '32891756', chainId: '0x1' } };
  const params = [{ version: '1', capabilities }];
  await wallet.provider.request({ method: 'wallet_connect', params });
  const sent = await events();
  expect(outline(sent)).toEqual(['signature requested', 'connect', 'signature confirmed']);
  expect(sent[2]).toMatchObject({
    method: 'wallet_connect',
    message_kind: 'siwe',
    address: ACCOUNT,
    chain_id: 1,
  });
});

it.each([
  [true, true, true, '\n'],
  [true, true, true, '\r\n'],
  [false, false, true, '\n'],
  ['off' as const, false, false, '\n'],
])(
  '[wallets 36] with messages %s the text is sent: %s, its hash: %s; a nonce never is (lines end with %j)',
  async (messages, isText, isHash, end) => {
    const wallet = createFakeWallet();
    const world = createWorld();
    const plugins = [eip1193(wallet.provider, NAME)];
    openPage(world, { plugins, privacy: { messages } });
    const message = SIGN_IN.replaceAll('\n', end);
    await wallet.provider.request({ method: 'personal_sign', params: [message, ACCOUNT] });
    await world.clock.turn(2_000);
    const text = JSON.stringify([...world.server.kept.values()]);
    expect(text.includes('wants you to sign in')).toBe(isText);
    expect(text.includes('message_hash')).toBe(isHash);
    expect(text).not.toContain('32891756');
  },
);

it('typed data may be an object, swapped, or no JSON at all', async () => {
  const { wallet, later: signed, faults } = await openConnected();
  const method = 'eth_signTypedData_v4';
  await wallet.provider.request({ method, params: [TYPED, ACCOUNT] });
  await wallet.provider.request({ method, params: [ACCOUNT, 'no json'] });
  // A bigint, which wallets within the page accept, is written as viem does.
  const message = { ...TYPED.message, value: 1n };
  await wallet.provider.request({ method, params: [ACCOUNT, { ...TYPED, message }] });
  const sent = (await signed()).filter(({ status }) => status === 'requested');
  expect(sent.map(({ address, primary_type: type }) => [address, type])).toEqual([
    [ACCOUNT, 'Permit'],
    [ACCOUNT, undefined],
    [ACCOUNT, 'Permit'],
  ]);
  expect(sent[2]).toMatchObject({
    domain: TYPED.domain,
    message_hash: hashOf(JSON.stringify({ ...TYPED, message: { ...message, value: '1' } })),
  });
  expect(faults).toEqual([]);
});

it.each<[string, unknown, string | number]>([
  ['4001', rpcError(4001), 4001],
  ['5000 as a plain object', { code: 5000, message: 'User rejected.' }, 5000],
  ['4001 as text', { code: '4001' }, '4001'],
  ['ACTION_REJECTED', rpcError('ACTION_REJECTED'), 'ACTION_REJECTED'],
  [
    'a code in data.originalError',
    rpcError(-32603, { data: { originalError: rpcError(4001) } }),
    4001,
  ],
  [
    'a code in cause',
    new Error('wrapped', { cause: new Error('twice', { cause: rpcError(4001) }) }),
    4001,
  ],
  // As ethers 6 wraps errors that it does not recognise.
  ['a code in info.error', rpcError('UNKNOWN_ERROR', { info: { error: rpcError(4001) } }), 4001],
  ['a bare number', 4001, 4001],
  ['a bare number as the cause', new Error('wrapped', { cause: 4001 }), 4001],
  ['a window closed by the user', { code: -32603, message: 'Popup closed by the user' }, -32603],
  ['what was denied by the user', { code: -32000, message: 'Denied by user.' }, -32000],
])('[wallets 34] %s is a rejection', async (_, error, code) => {
  const refuse = () => {
    throw error;
  };
  const { wallet, later: signed } = await openConnected({ personal_sign: refuse });
  await wallet.provider
    .request({ method: 'personal_sign', params: ['hi', ACCOUNT] })
    .catch(() => {});
  expect((await signed())[1]).toMatchObject({ status: 'rejected', error_code: code });
});

it.each<[string, unknown, string | number | undefined]>([
  ['another code', rpcError(-32603), -32603],
  ['a text', 'broken', undefined],
  ['nothing', undefined, undefined],
  ['a bare number', -32603, -32603],
  ['a library’s own word', rpcError('CALL_EXCEPTION'), 'CALL_EXCEPTION'],
  // As ethers 5 wraps what a wallet throws.
  ['a code below that', rpcError('UNKNOWN_ERROR', { error: rpcError(-32603) }), -32603],
  [
    'a method that is not allowed (4100), in the words of EIP-1193',
    rpcError(4100, {
      message: 'The requested account and/or method has not been authorized by the user.',
    }),
    4100,
  ],
  ['a contract’s word', { code: 3, message: 'execution reverted: already claimed by user' }, 3],
])('[wallets 34] %s is a failure', async (_, error, code) => {
  const fail = () => {
    throw error;
  };
  const { wallet, later: signed } = await openConnected({ personal_sign: fail });
  await wallet.provider
    .request({ method: 'personal_sign', params: ['hi', ACCOUNT] })
    .catch(() => {});
  const [, failed] = await signed();
  expect([failed?.status, failed?.error_code]).toEqual(['failed', code]);
});
