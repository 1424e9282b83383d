// The overview's funnel with filters: each filter is applied to the steps that it can match.
import { expect, it } from 'vitest';
import { journeyOf } from '../../src/dashboard/views/overview/journey.js';
import { EVENT_TYPES } from '../../src/protocol/event-types.js';

const SOURCE = { field: 'referrer', op: 'eq', value: 'x.com' } as const;
const PAGE = { field: 'page', op: 'eq', value: '/pools' } as const;
const SWAP = { field: 'event', op: 'eq', value: 'swap' } as const;
const RICH = { field: 'revenue', op: 'gt', value: '5' } as const;

it('goes from a visit to a transaction, for visits that match the filters', () => {
  for (const filters of [[], [SOURCE]]) {
    expect(journeyOf(filters)).toMatchObject({
      title: 'Visit to transaction',
      steps: [{ event: 'page', filters: [] }, { event: 'connect' }, { event: 'transaction' }],
      names: ['Viewed a page', 'Connected a wallet', 'Sent a transaction'],
      filters,
    });
  }
});

it('starts at the page of a filter, and continues on any page', () => {
  const { steps, names, filters } = journeyOf([SOURCE, PAGE]);
  expect(steps[0]).toEqual({ type: 'event', event: 'page', filters: [PAGE] });
  expect(steps.slice(1).map(({ event }) => event)).toEqual(['connect', 'transaction']);
  expect(names[0]).toBe('Viewed /pools');
  expect(filters).toEqual([SOURCE]);
  expect(journeyOf([PAGE, { ...PAGE, op: 'neq' }]).names[0]).toBe('Viewed these pages');
});

it('a filter on page views does not change the funnel', () => {
  const { title, steps } = journeyOf([{ field: 'type', op: 'eq', value: 'page' }]);
  expect(title).toBe('Visit to transaction');
  expect(steps).toHaveLength(3);
});

it('ends with the event of a filter, of whatever type it is', () => {
  const { title, steps, names, filters } = journeyOf([SOURCE, SWAP]);
  expect(title).toBe('Visit to event');
  expect(steps).toHaveLength(2);
  const { event, events = [], filters: conditions } = steps[1] ?? {};
  expect([event, ...events.map((one) => one.event)]).toEqual([...EVENT_TYPES]);
  expect(conditions).toEqual([SWAP]);
  expect(names).toEqual(['Viewed a page', 'swap']);
  expect(filters).toEqual([SOURCE]);
  expect(journeyOf([{ field: 'type', op: 'eq', value: 'connect' }]).names[1]).toBe(
    'Wallet connected',
  );
  expect(journeyOf([SWAP, RICH]).names[1]).toBe('Matching event');
});

it('says that nobody came only if no filter excludes visitors', () => {
  expect(journeyOf([PAGE]).nobody).toBe('Nobody viewed /pools in this period.');
  expect(journeyOf([SWAP]).nobody).toBe('Nobody viewed a page in this period.');
  for (const filters of [[SOURCE], [SOURCE, PAGE], [SOURCE, SWAP]]) {
    expect(journeyOf(filters).nobody).toContain('matches the filters');
  }
});
