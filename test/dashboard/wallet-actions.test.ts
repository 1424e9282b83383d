// Wallet actions: one row for each signature and transaction.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventRow } from '../../src/dashboard/state/events.js';
import { toActions } from '../../src/dashboard/state/wallet-actions.js';
import { rowOf } from './event-row.js';

type Told = Partial<EventRow>;

/** One second apart, in this order. */
const rowsOf = (told: readonly Told[]): readonly EventRow[] =>
  told.map((one, index) =>
    rowOf({ type: 'transaction', message_id: `m${index}`, happened_ms: index * 1_000, ...one }),
  );

const shown = (told: readonly Told[]) =>
  toActions(rowsOf(told)).map(
    ({ type, status, message_id: id, happened_ms: ms }) => `${ms / 1_000} ${type} ${status} ${id}`,
  );

const tx = (status: string, hash = ''): Told => ({ status, transaction_hash: hash });
const signature = (status: string): Told => ({ type: 'signature', status });

it('one transaction from the request to its end is one row, with the data of the last event', () => {
  expect(shown([tx('started'), tx('broadcasted', '0xa'), tx('confirmed', '0xa')])).toEqual([
    '0 transaction started → broadcasted → confirmed m2',
  ]);
});

it('two transactions are two rows, also if one is rejected before the other ends', () => {
  expect(shown([tx('started'), tx('started'), tx('rejected'), tx('broadcasted', '0xa')])).toEqual([
    '0 transaction started → rejected m2',
    '1 transaction started → broadcasted m3',
  ]);
});

it('are distinguished by hash, batch, chain and type', () => {
  expect(
    shown([
      { ...tx('started'), chain_id: '10' },
      tx('started'),
      signature('requested'),
      tx('broadcasted', '0xa'),
      { ...tx('broadcasted'), chain_id: '10', sent_as: 'b1' },
      signature('confirmed'),
      { ...tx('reverted', '0xc'), chain_id: '10', sent_as: 'b1' },
      tx('replaced', '0xa'),
    ]),
  ).toEqual([
    '0 transaction started → broadcasted → reverted m6',
    '1 transaction started → broadcasted → replaced m7',
    '2 signature requested → confirmed m5',
  ]);
});

it('are shown alone if their request is not in this visit', () => {
  expect(shown([tx('confirmed', '0xa'), tx('started'), tx('confirmed', '0xb')])).toEqual([
    '0 transaction confirmed m0',
    '1 transaction started m1',
    '2 transaction confirmed m2',
  ]);
  expect(shown([tx('broadcasted', '0xa'), signature('confirmed'), tx('confirmed')])).toEqual([
    '0 transaction broadcasted m0',
    '1 signature confirmed m1',
    '2 transaction confirmed m2',
  ]);
});

it('contain every event, keep the order, and leave other events unchanged', () => {
  const event = fc.record({
    type: fc.constantFrom('page', 'track', 'signature', 'transaction', 'toString'),
    status: fc.constantFrom(
      ...['', 'requested', 'started', 'rejected', 'broadcasted', 'confirmed', 'reverted'],
    ),
    transaction_hash: fc.constantFrom('', '0xa', '0xb'),
  });
  fc.assert(
    fc.property(fc.array(event), (told) => {
      const rows = rowsOf(told);
      const actions = toActions(rows);
      const states = actions.flatMap(({ status }) => status.split(' → '));
      expect(states.toSorted()).toEqual(rows.map(({ status }) => status).toSorted());
      const times = actions.map(({ happened_ms: ms }) => ms);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const isOther = ({ type }: EventRow) => type !== 'signature' && type !== 'transaction';
      expect(actions.filter(isOther)).toEqual(rows.filter(isOther));
    }),
  );
});
