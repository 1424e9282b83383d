// What a log of an event makes the decoder do, whatever the log has, is bounded over all of the event's inputs.
import { expect, it } from 'vitest';
import { readContractEvents } from '../../../src/server/contracts/read-abi.js';

const eventsOf = (...types: readonly string[]) => {
  const inputs = types.map((type, at) => ({ name: `arg${at}`, type, indexed: false }));
  const abi = JSON.stringify([{ type: 'event', name: 'E', inputs }]);
  return readContractEvents({ abi, events: [{ name: 'E' }] });
};

it('refuses an event whose inputs have too many values together, naming the one too many', () => {
  expect(eventsOf('uint8[600]', 'uint8[399]', 'bool')).toHaveLength(1);
  expect(() => eventsOf('uint8[600]', 'uint8[400]', 'bool', 'bool')).toThrow(
    'has the input "arg2" of the type bool: an event has 1000 values at most',
  );
});

it('takes an event without inputs', () => {
  expect(eventsOf()).toHaveLength(1);
});

it('does not give ethers a type of endless lists, wherever it stands', () => {
  const type = (lists: number) => `uint8${'[]'.repeat(lists)}`;
  const inputs = [{ name: 'all', type: type(9) }];
  expect(eventsOf(type(8))).toHaveLength(1);
  expect(() => eventsOf(type(9))).toThrow('more than 8 lists in one another');
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
    'body.events.0.inputs are not valid: one of its types has more than 8 lists',
  );
});

it.each(['["uint8 indexed a"]', '["((((("]', '0', '""', 'false', '[0]'])(
  'refuses the inputs %s, which the answer could not have',
  (inputs) => {
    const abi = `[{"type":"event","name":"E","inputs":${inputs}}]`;
    expect(() => readContractEvents({ abi, events: [{ name: 'E' }] })).toThrow(
      'body.abi.0 is not a valid event "E": its inputs are not those of ABI JSON',
    );
  },
);

it('refuses a type that is no text', () => {
  const abi = '[{"type":{"toString":1,"valueOf":1}}]';
  expect(() => readContractEvents({ abi, events: [] })).toThrow('body.abi.0 must have a type of');
});
