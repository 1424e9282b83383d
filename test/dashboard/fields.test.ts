// Filters are shown in plain words, and sent as the API expects them.
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  FIELD_NAMES,
  filterWords,
  groupName,
  readValue,
  valuesOf,
} from '../../src/dashboard/format/fields.js';
import { FIELDS, type Filter } from '../../src/dashboard/state/place.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

it('each field has a unique name that is not the one in the API', () => {
  const names = FIELDS.map((field) => FIELD_NAMES[field]);
  expect(new Set(names).size).toBe(FIELDS.length);
  expect(names.join()).not.toMatch(/_|utm|\bos\b/);
});

describe('a filter', () => {
  it.each<[Filter, string]>([
    [{ field: 'location', op: 'eq', value: 'DE' }, 'Country is Germany'],
    [{ field: 'location', op: 'in', value: 'DE|CH' }, 'Country is one of Germany, Switzerland'],
    [{ field: 'location', op: 'isEmpty', value: '' }, 'Country is not set'],
    [{ field: 'type', op: 'neq', value: 'page' }, 'Event type is not Page view'],
    [{ field: 'utm_source', op: 'contains', value: 'x' }, 'Campaign source contains x'],
    [{ field: 'os', op: 'eq', value: 'iOS' }, 'Operating system is iOS'],
  ])('%o is shown in words', (filter, words) => {
    expect(filterWords(filter)).toBe(words);
  });
});

it.each([
  ['referrer', 'Direct', 'Direct'],
  ['channel', 'Direct', 'Direct'],
  ['channel_type', 'Direct', 'Direct'],
  // Visitors without a campaign did not necessarily come directly.
  ['utm_campaign', 'Direct', 'None'],
  ['ref', 'Direct', 'None'],
  ['utm_campaign', 'spring', 'spring'],
  ['location', 'DE', 'Germany'],
  ['device', 'Unknown', 'Unknown'],
])('in groups by %s, %s is shown as %s', (column, value, name) => {
  expect(groupName(column, value)).toBe(name);
});

describe('a value that was typed', () => {
  it.each<[Filter['field'], Filter['op'], string, string | undefined]>([
    ['location', 'eq', ' germany ', 'DE'],
    ['location', 'eq', 'de', 'DE'],
    ['location', 'nin', 'Germany| ch', 'DE|CH'],
    ['location', 'eq', 'Atlantis', undefined],
    ['location', 'in', 'Germany|', undefined],
    ['type', 'eq', 'Page view', 'page'],
    ['page', 'eq', ' /a ', '/a'],
    ['page', 'in', '/a | /b c', '/a|/b c'],
    ['page', 'contains', 'a | b', 'a | b'],
    ['revenue', 'in', '1 | 2', '1|2'],
  ])('as %s %s "%s" is sent as %s', (field, op, text, value) => {
    expect(readValue(field, op, text)).toBe(value);
  });
});

it('countries are real ones, each listed once', () => {
  const all = valuesOf('location') ?? [];
  const names = all.map(({ name }) => name);
  expect(all.length).toBeGreaterThan(240);
  expect(all.length).toBeLessThan(270);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['Germany', 'Kosovo', 'Taiwan', 'Nigeria']));
  for (const none of ['Unknown Region', 'United Nations', 'European Union']) {
    expect(names).not.toContain(none);
  }
});
