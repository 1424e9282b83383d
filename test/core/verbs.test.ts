// The verbs: which events each records, and what it stores.
import { describe, expect, it } from 'vitest';
import { readChainId } from '../../src/core/chain-id.js';
import { createWorld, openPage, START } from './fakes.js';

const sentBy = async (use: (page: ReturnType<typeof openPage>) => void) => {
  const world = createWorld();
  const page = openPage(world);
  use(page);
  await world.clock.turn(2_000);
  return { ...page, world, events: [...world.server.kept.values()] };
};

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

describe('the verbs', () => {
  it('write complete events in the wire format', async () => {
    const { events, tracker } = await sentBy(({ tracker }) =>
      tracker.track('minted', { revenue: 1.5, Weird_Key: [1] }),
    );
    expect(events).toEqual([
      {
        type: 'track',
        channel: 'web',
        version: '0',
        anonymous_id: tracker.anonymousId(),
        user_id: null,
        address: null,
        event: 'minted',
        properties: { revenue: 1.5, Weird_Key: [1] },
        context: {
          page_url: 'https://dapp.example/swap',
          page_path: '/swap',
          landing_page: 'https://dapp.example/swap',
        },
        original_timestamp: new Date(START).toISOString(),
        sent_at: expect.any(String),
        message_id: expect.stringMatching(/-7[0-9a-f]{3}-/),
        session_id: expect.any(String),
      },
    ]);
  });

  it('carry the connected wallet from connect to disconnect', async () => {
    const { events } = await sentBy(({ tracker }) => {
      tracker.connect({
        address: ADDRESS,
        chainId: '0x1',
        providerName: 'MetaMask',
        rdns: 'io.metamask',
      });
      tracker.chain({ chainId: 'eip155:8453' });
      tracker.track('swapped');
      tracker.disconnect();
      tracker.track('left');
    });
    expect(events.map(({ type, address, properties }) => ({ type, address, properties }))).toEqual([
      {
        type: 'connect',
        address: ADDRESS,
        properties: { chain_id: 1, provider_name: 'MetaMask', rdns: 'io.metamask' },
      },
      { type: 'chain', address: ADDRESS, properties: { chain_id: 8453, previous_chain_id: 1 } },
      { type: 'track', address: ADDRESS, properties: null },
      {
        type: 'disconnect',
        address: ADDRESS,
        properties: { chain_id: 8453, provider_name: 'MetaMask', rdns: 'io.metamask' },
      },
      { type: 'track', address: null, properties: null },
    ]);
  });

  it('give an event of another wallet no chain of the wallet in use', async () => {
    const other = '0x52908400098527886E0F7030069857D2E4169EE7';
    const { events } = await sentBy(({ tracker }) => {
      tracker.connect({ address: ADDRESS, chainId: 1 });
      tracker.chain({ address: other, chainId: 10 });
      tracker.chain({ chainId: 8453 });
    });
    expect(events.slice(1).map(({ address, properties }) => [address, properties])).toEqual([
      [other, { chain_id: 10 }],
      [ADDRESS, { chain_id: 8453, previous_chain_id: 1 }],
    ]);
  });

  it('write amounts as decimal strings and keep only the selector of calldata', async () => {
    const { events } = await sentBy(({ tracker }) =>
      tracker.transaction({
        status: 'broadcasted',
        chainId: 1n,
        address: ADDRESS,
        transactionHash: '0xabc',
        to: ADDRESS,
        value: '0xde0b6b3a7640000',
        data: '0xa9059cbb0000000000000000000000000000000000000000000000000000000000000001',
      }),
    );
    expect(events[0]?.properties).toEqual({
      status: 'broadcasted',
      chain_id: 1,
      transaction_hash: '0xabc',
      to: ADDRESS,
      value: '1000000000000000000',
      data: '0xa9059cbb',
    });
  });

  it('leave the passed properties unchanged and add their own fields', async () => {
    const properties = Object.freeze({ category: 'docs', title: 'x' });
    const { events } = await sentBy(({ tracker }) => tracker.page(properties));
    expect(events[0]?.properties).toEqual({
      url: 'https://dapp.example/swap',
      path: '/swap',
      category: 'docs',
      title: 'x',
    });
  });

  it('identify a person by user id, address or both', async () => {
    const { events } = await sentBy(({ tracker }) => {
      tracker.identify('user-1', { plan: 'pro' });
      tracker.identify({ address: ADDRESS });
    });
    expect(events.map(({ user_id, address }) => ({ user_id, address }))).toEqual([
      { user_id: 'user-1', address: null },
      { user_id: 'user-1', address: ADDRESS },
    ]);
  });

  it('start a new person at reset', async () => {
    const { events } = await sentBy(({ tracker }) => {
      tracker.identify({ userId: 'user-1', address: ADDRESS });
      tracker.reset();
      tracker.track('again');
    });
    const [before, after] = events;
    expect(after).toMatchObject({ user_id: null, address: null });
    expect(after?.anonymous_id).not.toBe(before?.anonymous_id);
    expect(after?.session_id).not.toBe(before?.session_id);
  });

  it('report a call with invalid arguments, and throw nothing', async () => {
    const { faults, events } = await sentBy(({ tracker }) => {
      const loose = tracker as unknown as Record<string, (...input: unknown[]) => void>;
      loose.track?.('');
      loose.track?.(undefined);
      loose.connect?.({});
      loose.connect?.();
      loose.identify?.(null);
      loose.transaction?.();
      loose.track?.('fine', 'not an object');
    });
    expect(faults.map(({ code }) => code)).toEqual(Array(5).fill('invalid_call'));
    expect(faults[0]?.message).toContain('track(): pass the event');
    expect(events.map(({ type }) => type)).toEqual(['identify', 'track']);
  });
});

describe('other calls with odd arguments', () => {
  it('throw nothing: setWriteKey without a key, flush without options, an unknown consent', async () => {
    const world = createWorld();
    const { tracker, faults } = openPage(world);
    const loose = tracker as unknown as Record<string, (...input: unknown[]) => unknown>;
    loose.setWriteKey?.(undefined);
    expect(faults.map(({ code }) => code)).toEqual(['invalid_call']);
    await loose.flush?.(null);
    loose.consent?.('maybe');
    expect(tracker.consent()).toBe('granted');
  });

  it('trim the line end of a write key that was read from a file', () => {
    const { tracker } = openPage(createWorld(), { writeKey: 'old\n' });
    expect(tracker.writeKey()).toBe('old');
    tracker.setWriteKey('\r\nnew\n');
    expect(tracker.writeKey()).toBe('new');
  });
});

describe('sessions', () => {
  it('last until half an hour without events', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    tracker.track('one');
    await world.clock.turn(29 * 60_000);
    tracker.track('two');
    await world.clock.turn(29 * 60_000);
    tracker.track('three');
    await world.clock.turn(31 * 60_000);
    tracker.track('four');
    await world.clock.turn(2_000);
    const ids = [...world.server.kept.values()].map(({ session_id }) => session_id);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(ids[3]).not.toBe(ids[2]);
  });

  it('and identity go on in the next page', async () => {
    const world = createWorld();
    const first = openPage(world);
    first.tracker.connect({ address: ADDRESS, chainId: 1 });
    const second = openPage(world);
    second.tracker.page();
    await world.clock.turn(2_000);
    const [connect, page] = [...world.server.kept.values()];
    expect(page?.session_id).toBe(connect?.session_id);
    expect(page?.anonymous_id).toBe(connect?.anonymous_id);
    expect(page?.address).toBe(ADDRESS);
  });
});

describe('plugins', () => {
  it('change and drop events; one that throws is reported by name and skipped', async () => {
    const world = createWorld();
    const { tracker, faults, drops } = openPage(world, {
      plugins: [
        {
          name: 'adds',
          enrich: (event) => ({ ...event, properties: { ...event.properties, added: 1 } }),
        },
        { name: 'drops', enrich: (event) => (event.event === 'secret' ? null : event) },
        {
          name: 'throws',
          enrich: () => {
            throw new Error('oops');
          },
        },
      ],
    });
    tracker.track('seen');
    tracker.track('secret');
    await world.clock.turn(2_000);
    expect(world.server.names()).toEqual(['seen']);
    expect([...world.server.kept.values()][0]?.properties).toEqual({ added: 1 });
    expect(drops).toMatchObject([{ reason: 'filtered' }]);
    expect(faults[0]).toMatchObject({
      code: 'plugin',
      message: expect.stringContaining('"throws"'),
    });
    expect(tracker.stats()).toEqual({
      accepted: 2,
      recovered: 0,
      delivered: 1,
      queued: 0,
      dropped: { filtered: 1 },
    });
  });
});

describe('options', () => {
  it.each([
    [{ writeKey: '' }, 'writeKey'],
    [{ writeKey: undefined }, 'writeKey'],
    [{ writeKey: 'ключ' }, 'writeKey'],
    [{ writeKey: 'one\ntwo' }, 'writeKey'],
    [{ apiHost: 'events.example' }, 'apiHost'],
    [{ flushAt: 0 }, 'flushAt'],
    [{ maxAgeMs: 'soon' }, 'maxAgeMs'],
    [{ sessionIdleMinutes: -1 }, 'sessionIdleMinutes'],
  ])('%o throws at creation and names the option', (wrong, named) => {
    expect(() => openPage(createWorld(), wrong as object)).toThrow(named);
  });
});

describe('readChainId', () => {
  it.each([
    [1, 1],
    ['0x2105', 8453],
    ['8453', 8453],
    [8453n, 8453],
    ['eip155:10', 10],
    [{ chainId: '0x1' }, 1],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['mainnet', undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [null, undefined],
  ])('reads %o as %o', (value, id) => expect(readChainId(value)).toBe(id));
});
