// Query strings are parsed into typed values, or into issues that name the parameter.
import { describe, expect, it } from 'vitest';
import { topEventsQuerySchema } from '../../src/protocol/analytics/top-events.js';
import { compileQuery } from '../../src/protocol/parse-query.js';
import { array, boolean, number, object, optional, string } from '../../src/protocol/schema.js';

describe('compileQuery', () => {
  const read = compileQuery(topEventsQuerySchema);

  it('reads numbers and days, and ignores names it does not know', () => {
    expect(read({ limit: '10', offset: '0', date_from: '2024-02-29', further: 'x' })).toEqual({
      ok: true,
      value: { limit: 10, offset: 0, date_from: '2024-02-29' },
    });
  });

  it('reads minus zero as zero', () => {
    expect(read({ offset: '-0' })).toEqual({ ok: true, value: { offset: 0 } });
  });

  it.each([
    [{ limit: '0' }, 'limit', 'must be at least 1'],
    [{ limit: '1001' }, 'limit', 'must be at most 1000'],
    [{ limit: '1.5' }, 'limit', 'must be an integer'],
    [{ limit: '' }, 'limit', 'must be an integer'],
    [{ limit: '0x10' }, 'limit', 'must be an integer'],
    [{ limit: '99999999999999999999' }, 'limit', 'must be at most 1000'],
    [{ limit: '9'.repeat(400) }, 'limit', 'must be an integer'],
    [{ offset: '-1' }, 'offset', 'must be at least 0'],
    [{ date_to: '2023-02-29' }, 'date_to', 'must be a date such as 2026-01-31'],
    [{ type: 'page' }, 'type', 'must be "custom"'],
    [{ limit: ['1', '2'] }, 'limit', 'must be given once'],
  ])('refuses %j', (raw, path, message) => {
    expect(read(raw)).toEqual({ ok: false, issues: [{ path, message }] });
  });

  it('reports every issue, and one for each repeated parameter', () => {
    const readSome = compileQuery(object({ on: boolean(), share: number(), tag: string() }));
    expect(readSome({ on: ['true', 'false'], share: 'x' })).toEqual({
      ok: false,
      issues: [
        { path: 'on', message: 'must be given once' },
        { path: 'share', message: 'must be a number' },
        { path: 'tag', message: 'is required' },
      ],
    });
  });

  it('reads booleans, fractions and lists', () => {
    const readAll = compileQuery(
      object({ on: boolean(), share: number(), tags: optional(array(string())) }),
    );
    expect(readAll({ on: 'true', share: '-0.5', tags: 'a' })).toEqual({
      ok: true,
      value: { on: true, share: -0.5, tags: ['a'] },
    });
    expect(readAll({ on: 'yes', share: '1e3' }).ok).toBe(false);
  });

  it('ignores inherited names', () => {
    const readOdd = compileQuery(object({ constructor: optional(string()) }));
    expect(readOdd({})).toEqual({ ok: true, value: {} });
  });
});
