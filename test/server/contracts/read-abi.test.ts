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
