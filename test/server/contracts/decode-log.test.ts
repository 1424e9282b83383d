// Decodes logs by ABI: every kind of input, logs that do not match the ABI, and names that collide with properties.
import { AbiCoder, EventFragment, Interface, id, ZeroAddress } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { ContractEvent } from '../../../src/protocol/contracts/contract.js';
import { createLogDecoder } from '../../../src/server/contracts/logs/decode-log.js';
import { logEvent } from '../../../src/server/contracts/logs/log-event.js';

/** ethers reads `anonymous` only from the JSON format. */
const eventOf = (text: string): ContractEvent => {
  const parsed = EventFragment.from(text.replace(' anonymous', ''));
  return { ...JSON.parse(parsed.format('json')), anonymous: text.endsWith(' anonymous') };
};

/** Encodes a log of the event `fragment`, and decodes it by the event `by`. */
const decoded = (fragment: string, values: readonly unknown[], by = fragment) => {
  const event = EventFragment.from(eventOf(fragment));
  const log = new Interface([event]).encodeEventLog(event, values);
  return createLogDecoder([eventOf(by)]).decode(log);
};

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const NAMED =
  'event E(address indexed who, uint256 amount, int8 n, bool ok, string text, bytes data)';

describe('a log', () => {
  it('has its inputs by name, with integers as decimal strings', () => {
    expect(decoded(NAMED, [A, 2n ** 255n, -3, true, 'héllo', '0x0102'])).toEqual({
      event: 'E',
      values: {
        who: A,
        amount: (2n ** 255n).toString(),
        n: '-3',
        ok: true,
        text: 'héllo',
        data: '0x0102',
      },
    });
  });

  it.each([
    ['event E(uint256, uint256 b)', [1, 2], { arg_0: '1', b: '2' }],
    ['event E(uint256, uint256 arg_0)', [1, 2], { arg_arg_0: '1', arg_0: '2' }],
    ['event E(uint256[] all)', [[1, 2]], { all: ['1', '2'] }],
    ['event E(uint256[][2] all)', [[[1], []]], { all: [['1'], []] }],
    ['event E(tuple(address who, uint256[] n) one)', [[A, [7]]], { one: { who: A, n: ['7'] } }],
    ['event E(tuple(uint8, uint8 b)[] all)', [[[1, 2]]], { all: [{ arg_0: '1', b: '2' }] }],
    [
      'event E(string indexed text)',
      ['hi'],
      { text: '0x7624778dedc75f8b322b9fa1632a610d40b85e106c7d9bf0e743a9ce291b9c6f' },
    ],
    ['event E(uint256 __proto__)', [1], JSON.parse('{"__proto__":"1"}')],
  ])('of %s is decoded', (fragment, values, expected) => {
    expect(decoded(fragment, values)?.values).toEqual(expected);
  });

  // Not written as one line, from which ethers makes JSON that lacks `indexed`.
  it.each([
    { type: 'int32[]' },
    { type: 'string[2]' },
    { type: 'tuple[]', components: [{ name: 'n', type: 'uint8' }] },
  ])('has the hash of an indexed array of the type $type', (type) => {
    const event: ContractEvent = {
      ...{ type: 'event', name: 'E', anonymous: false },
      inputs: [
        { name: 'all', indexed: true, ...type },
        { name: 'text', type: 'string', indexed: false },
      ],
    };
    const hash = id('all');
    const log = {
      topics: [EventFragment.from(event).topicHash, hash],
      data: AbiCoder.defaultAbiCoder().encode(['string'], ['hi']),
    };
    expect(createLogDecoder([event]).decode(log)?.values).toEqual({ all: hash, text: 'hi' });
  });

  it('of an anonymous event is decoded by its shape', () => {
    expect(decoded('event E(address indexed who, uint8 n) anonymous', [A, 1])?.values).toEqual({
      who: A,
      n: '1',
    });
  });

  it.each([
    ['another event', 'event Other(address indexed who)', 'event E(address indexed who)', [A]],
    [
      'the same event with more indexed inputs, as in another token standard',
      'event E(address indexed a, address indexed b, uint256 indexed n)',
      'event E(address indexed a, address indexed b, uint256 n)',
      [A, A, 1],
    ],
    [
      'an event with more topics than an anonymous one',
      'event F(address indexed who, uint8 n)',
      'event E(uint256 indexed topic, uint8 n) anonymous',
      [A, 1],
    ],
  ])('of %s is not decoded', (_, written, read, values) => {
    expect(decoded(written, values, read)).toBe(undefined);
  });

  it('that is cut short is not decoded', () => {
    const { topics, decode } = createLogDecoder([eventOf('event E(string text)')]);
    const all = [...(topics ?? [])];
    expect(decode({ topics: all, data: '0x' })).toBe(undefined);
    expect(decode({ topics: all, data: `0x${'ff'.repeat(64)}` })).toBe(undefined);
    expect(decode({ topics: [], data: '0x' })).toBe(undefined);
  });

  it.each([
    ['event E(string text)', ['0x61ff'], { text: 'a\ufffd' }],
    ['event E(string[2] texts) anonymous', [['0x', '0xc3']], { texts: ['', '\ufffd'] }],
    [
      'event E(tuple(string text, uint8 n)[] all)',
      [[['0xff', 1]]],
      { all: [{ text: '\ufffd', n: '1' }] },
    ],
  ])('of %s is decoded also with invalid UTF-8', (text, values, expected) => {
    const event = eventOf(text);
    const { topics, data } = new Interface([
      EventFragment.from(eventOf(text.replaceAll('string', 'bytes'))),
    ]).encodeEventLog('E', values);
    const all = event.anonymous ? topics : [EventFragment.from(event).topicHash];
    expect(createLogDecoder([event]).decode({ topics: all, data })?.values).toEqual(expected);
  });

  it('whose nested lists share one offset is not decoded', () => {
    const { topics, decode } = createLogDecoder([eventOf('event E(uint256[][] all)')]);
    const word = (n: number) => n.toString(16).padStart(64, '0');
    const list = [4, 5, 6, 7].map(word);
    const data = [word(32), word(4), ...Array(4).fill(word(128)), word(4), ...list].join('');
    expect(decode({ topics: topics ?? [], data: `0x${data}` })).toBe(undefined);
  });

  it('is filtered by the topics of the events, unless one of them is anonymous', () => {
    const named = createLogDecoder([eventOf('event E(uint8 n)'), eventOf('event F(uint8 n)')]);
    expect(named.topics).toHaveLength(2);
    const mixed = createLogDecoder([eventOf('event E(uint8 n)'), eventOf('event F() anonymous')]);
    expect(mixed.topics).toBe(undefined);
  });
});

describe('the event of a log', () => {
  const log = {
    address: A.toLowerCase(),
    topics: [],
    data: '0x',
    blockHash: '0xb1',
    blockNumber: 5,
    transactionHash: '0x71',
    index: 3,
  };
  const block = {
    number: 5,
    hash: '0xb1',
    time: 1_700_000_000_000,
    senders: new Map([['0x71', ZeroAddress]]),
  };
  const make = (values: object, timesOrphaned = 0) =>
    logEvent({
      chainId: 1,
      log,
      block,
      decoded: { event: 'E', values: { ...values } },
      timesOrphaned,
    });

  it('prefixes inputs whose names are reserved, such as volume, revenue and chain_id', () => {
    const { properties } = make({ volume: '1', revenue: '2', chain_id: '9', value: '3' });
    expect(properties).toMatchObject({
      arg_volume: '1',
      arg_revenue: '2',
      arg_chain_id: '9',
      chain_id: 1,
      value: '3',
    });
    expect(properties).not.toHaveProperty('volume');
  });

  it('keeps all inputs, also when a prefixed name is taken', () => {
    const { properties } = make({ chain_id: '8', arg_chain_id: '9' });
    expect(properties).toMatchObject({ chain_id: 1, arg_arg_chain_id: '8', arg_chain_id: '9' });
  });

  it('does not treat inherited names as reserved', () => {
    expect(make({ toString: '1' }).properties).toMatchObject({ toString: '1' });
  });

  it('has an id derived from the log, and another one after its block was orphaned and came back', () => {
    expect(make({})).toEqual(make({}));
    expect(make({}).message_id).toBe('log:1:0xb1:3');
    expect(make({}, 2).message_id).toBe('log:1:0xb1:3:2');
  });
});
