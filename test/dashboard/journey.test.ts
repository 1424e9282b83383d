// The funnel of the overview under filters: each is asked of the steps that it can be true of.
import { expect, it } from 'vitest';
import { journeyOf } from '../../src/dashboard/views/overview/journey.js';
import { EVENT_TYPES } from '../../src/protocol/event-types.js';

const SOURCE = { field: 'referrer', op: 'eq', value: 'x.com' } as const;
const PAGE = { field: 'page', op: 'eq', value: '/pools' } as const;
const SWAP = { field: 'event', op: 'eq', value: 'swap' } as const;
const RICH = { field: 'revenue', op: 'gt', value: '5' } as const;

it('leads from a visit to a transaction, of those whom filters on visits choose', () => {
  for (const filters of [[], [SOURCE]]) {
    expect(journeyOf(filters)).toMatchObject({
      title: 'Visit to transaction',
      steps: [{ event: 'page', filters: [] }, { event: 'connect' }, { event: 'transaction' }],
      names: ['Viewed a page', 'Connected a wallet', 'Sent a transaction'],
      filters,
    });
  }
});

it('begins at the page that is named, and goes on anywhere', () => {
  const { steps, names, filters } = journeyOf([SOURCE, PAGE]);
  expect(steps[0]).toEqual({ type: 'event', event: 'page', filters: [PAGE] });
  expect(steps.slice(1).map(({ event }) => event)).toEqual(['connect', 'transaction']);
  expect(names[0]).toBe('Viewed /pools');
  expect(filters).toEqual([SOURCE]);
  expect(journeyOf([PAGE, { ...PAGE, op: 'neq' }]).names[0]).toBe('Viewed these pages');
});

it('page views are no other thing than the first step', () => {
  const { title, steps } = journeyOf([{ field: 'type', op: 'eq', value: 'page' }]);
  expect(title).toBe('Visit to transaction');
  expect(steps).toHaveLength(3);
});

it('ends with what is named, of whatever type it is', () => {
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
  expect(journeyOf([SWAP, RICH]).names[1]).toBe('Did what the filters name');
});

it('says that nobody came only where no filter leaves out who did', () => {
  expect(journeyOf([PAGE]).nobody).toBe('Nobody viewed /pools in these days.');
  expect(journeyOf([SWAP]).nobody).toBe('Nobody viewed a page in these days.');
  for (const filters of [[SOURCE], [SOURCE, PAGE], [SOURCE, SWAP]]) {
    expect(journeyOf(filters).nobody).toContain('matches the filters');
  }
});
