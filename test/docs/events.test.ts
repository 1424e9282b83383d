// The docs name every property that the SDK and the server add to events, and every column that
// queries may read.
import { expect, it } from 'vitest';
import type { SignatureEvent, TransactionEvent, WalletRef } from '../../src/core/tracker-types.js';
import { logEvent, type ReadLog } from '../../src/server/contracts/logs/log-event.js';
import { queryViews } from '../../src/server/query/views.js';
import { createTestTracker, createTestWallet } from '../../src/testing/index.js';
import { eip1193 } from '../../src/wallets/eip1193.js';
import { tellRefusal } from '../../src/wallets/observe-connecting.js';
import { namesIn, readPage } from './page-names.js';

/** The cells of each row in a page's tables, by the names in its first cell. */
const rowsOf = (page: string): ReadonlyMap<string, string> => {
  return new Map(
    [...readPage(page).matchAll(/^\| (`[^|]+) \|(.+)\|$/gm)].flatMap(([, first, rest = '']) =>
      namesIn(first).map((name) => [name, rest] as const),
    ),
  );
};

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7';
const WALLET: Required<WalletRef> = {
  ...{ address: ADDRESS, chainId: 1, providerName: 'MetaMask', rdns: 'io.metamask' },
};
// The compiler requires a value for each existing property.
const SIGNATURE: Required<SignatureEvent> = {
  ...WALLET,
  ...{ status: 'failed', method: 'personal_sign', messageKind: 'text', messageHash: '0x1' },
  ...{ message: 'Hello', primaryType: 'Mail', domain: { name: 'Shop' }, errorCode: 4001 },
};
const TRANSACTION: Required<TransactionEvent> = {
  ...WALLET,
  ...{ status: 'failed', transactionHash: '0x1', to: OTHER, value: 1n, data: '0x12345678' },
  ...{ functionName: 'mint', functionArgs: { id: 7 }, builderCodes: ['shop'], callCount: 2 },
  ...{ batchId: '0x2', atomic: true, errorCode: 4001, gasUsed: 21_000n, blockNumber: 9 },
  ...{ accountType: 'eoa', userOpHash: '0x3', replacedBy: '0x4', replacement: 'other' },
};
const LOG = {
  chainId: 1,
  log: { address: ADDRESS, blockNumber: 9, blockHash: '0x1', transactionHash: '0x2', index: 0 },
  block: { time: 0, senders: new Map() },
  decoded: { event: 'Deposit', values: {} },
  timesOrphaned: 0,
} as unknown as ReadLog;

/** The names of properties by event type; for the SDK's own track events, by the event's name. */
const readProperties = async () => {
  const wallet = createTestWallet({ accounts: [ADDRESS] });
  const { tracker, events, clock } = createTestTracker({
    privacy: { messages: true, query: ['a'], hash: true },
    context: { page_url: 'https://dapp.test/a?a=1#b', page_path: '/a' },
    plugins: [eip1193(wallet.provider)],
  });
  tracker.page();
  await wallet.provider.request({ method: 'eth_requestAccounts' });
  wallet.setAccounts(OTHER);
  await clock.turn(1_000);
  tracker.identify(WALLET);
  tracker.detect(WALLET);
  tracker.chain({ ...WALLET, chainId: 10 });
  tracker.signature(SIGNATURE);
  tracker.transaction(TRANSACTION);
  tracker.disconnect(WALLET);
  tellRefusal(tracker, WALLET, 4001);
  const known = new Map<string, Set<string>>();
  for (const { type, event, properties } of [...events(), logEvent(LOG)]) {
    const key = type === 'track' ? `${event}` : type;
    known.set(key, new Set([...(known.get(key) ?? []), ...Object.keys(properties ?? {})]));
  }
  return known;
};

it('names the properties of events of each type', async () => {
  const rows = rowsOf('definitions');
  const wallet = namesIn(rows.get('detect'));
  const known = await readProperties();
  const { wallet_connect_rejected: refusal, ...types } = Object.fromEntries(known);
  expect(namesIn(rows.get('track'))).toEqual(
    expect.arrayContaining(['wallet_connect_rejected', ...(refusal ?? [])]),
  );
  expect(Object.keys(types).length).toBe(9);
  for (const [type, names] of Object.entries(types)) {
    const cell = rows.get(type) ?? '';
    const named = [...namesIn(cell), ...(cell.includes('the same') ? wallet : [])];
    expect(
      [...names].filter((name) => !named.includes(name)),
      type,
    ).toEqual([]);
  }
});

it('names every column of every table that a query may read, and no others', () => {
  const rows = rowsOf('asking');
  for (const { name, columns } of queryViews) {
    const [, cell = ''] = (rows.get(name) ?? '').split('|');
    const [plain, touch = ''] = cell.split(/with `first_` and with `last_`: /);
    const twice = namesIn(touch.split(';')[0]);
    const once = namesIn(plain + touch.slice(touch.indexOf(';')));
    const named = [...once, ...twice.flatMap((part) => [`first_${part}`, `last_${part}`])];
    expect(named.sort(), name).toEqual([...columns].sort());
  }
});
