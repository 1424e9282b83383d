// The work of decoding a log is limited by the inputs of its event, whatever the log contains.
import { expect, it } from 'vitest';
import { readContractEvents } from '../../../src/server/contracts/read-abi.js';

const eventsOf = (...types: readonly string[]) => {
  const inputs = types.map((type, at) => ({ name: `arg${at}`, type, indexed: false }));
  const abi = JSON.stringify([{ type: 'event', name: 'E', inputs }]);
  return readContractEvents({ abi, events: [{ name: 'E' }] });
};

it('refuses an event whose inputs have too many values together, and names the input', () => {
  expect(eventsOf('uint8[600]', 'uint8[399]', 'bool')).toHaveLength(1);
  expect(() => eventsOf('uint8[600]', 'uint8[400]', 'bool', 'bool')).toThrow(
    'has the input "arg2" of the type bool: an event may have at most 1000 values',
  );
});

it('accepts an event without inputs', () => {
  expect(eventsOf()).toHaveLength(1);
});

it('refuses deeply nested lists anywhere, before ethers parses them', () => {
  const type = (lists: number) => `uint8${'[]'.repeat(lists)}`;
  const inputs = [{ name: 'all', type: type(9) }];
  expect(eventsOf(type(8))).toHaveLength(1);
  expect(() => eventsOf(type(9))).toThrow('nests more than 8 arrays');
  const within = [{ name: 'some', type: 'tuple', components: inputs }];
  for (const entry of [
    { type: 'event', name: 'E', inputs: within },
    { type: 'function', name: 'f', inputs },
    { type: 'function', name: 'f', inputs: [], outputs: within },
  ]) {
    const abi = JSON.stringify([entry]);
    expect(() => readContractEvents({ abi, events: [] })).toThrow('is not a valid');
  }
  const abi = JSON.stringify([{ type: 'event', name: 'E', inputs: [] }]);
  expect(() => readContractEvents({ abi, events: [{ name: 'E', inputs }] })).toThrow(
    'body.events.0.inputs are not valid: one of its types nests more than 8 arrays',
  );
});

it.each(['["uint8 indexed a"]', '["((((("]', '0', '""', 'false', '[0]'])(
  'refuses the inputs %s, which are not ABI JSON',
  (inputs) => {
    const abi = `[{"type":"event","name":"E","inputs":${inputs}}]`;
    expect(() => readContractEvents({ abi, events: [{ name: 'E' }] })).toThrow(
      'body.abi.0 is not a valid event "E": its inputs are not in the ABI JSON format',
    );
  },
);

it('refuses a type that is not a string', () => {
  const abi = '[{"type":{"toString":1,"valueOf":1}}]';
  expect(() => readContractEvents({ abi, events: [] })).toThrow(
    'body.abi.0 must have one of the types',
  );
});

it('accepts an event that the ABI has twice, once its inputs are given', () => {
  const inputs = [{ name: 'a', type: 'bool', indexed: true }];
  const entry = { type: 'event', name: 'E', inputs };
  const abi = JSON.stringify([entry, entry]);
  expect(() => readContractEvents({ abi, events: [{ name: 'E' }] })).toThrow('add its inputs');
  expect(readContractEvents({ abi, events: [{ name: 'E', inputs }] })).toMatchObject([entry]);
});

it('distinguishes events by their indexed inputs', () => {
  const of = (indexed: boolean) => ({
    ...{ type: 'event' as const, name: 'E' },
    inputs: [{ name: 'a', type: 'bool', indexed }],
  });
  const read = (known: readonly object[], ...indexed: readonly boolean[]) =>
    readContractEvents({ abi: JSON.stringify(known), events: indexed.map(of) });
  expect(read([of(true), of(false)], false, true)).toMatchObject([of(false), of(true)]);
  expect(() => read([of(true)], false)).toThrow(
    'is not in the ABI, which has event E(bool indexed',
  );
  expect(() => read([of(true)], true, true)).toThrow('body.events.1 repeats the event E(bool)');
});
