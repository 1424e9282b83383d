// The validator reports what is wrong with a value, and at which path.
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/protocol/check.js';
import { displayName } from '../../src/protocol/display-name.js';
import { eventSchema } from '../../src/protocol/events.js';
import { parseDateTime } from '../../src/protocol/formats.js';
import { labelsBodySchema } from '../../src/protocol/profiles/labels.js';
import {
  array,
  integer,
  nullable,
  number,
  object,
  optional,
  record,
  string,
} from '../../src/protocol/schema.js';

describe('compile', () => {
  it('reports every failing path in dot notation', () => {
    const check = compile(
      object({
        name: string({ minLength: 1 }),
        title: displayName,
        code: string({ minLength: 2 }),
        rows: array(object({ n: integer({ minimum: 1 }) })),
      }),
    );
    expect(check({ name: '', title: ' ', code: 'a', rows: [{ n: 1 }, { n: 0 }, {}] })).toEqual([
      { path: 'name', message: 'must not be empty' },
      { path: 'title', message: 'must not be blank' },
      { path: 'code', message: 'must have at least 2 characters' },
      { path: 'rows.1.n', message: 'must be at least 1' },
      { path: 'rows.2.n', message: 'is required' },
    ]);
  });

  it('reports the issue of the value itself for a nullable schema', () => {
    const check = compile(object({ id: optional(nullable(string({ maxLength: 2 }))) }));
    expect(check({ id: 'abc' })).toEqual([
      { path: 'id', message: 'must have at most 2 characters' },
    ]);
    expect(check({ id: 5 })).toEqual([{ path: 'id', message: 'must be a string' }]);
    expect(check({ id: null })).toEqual([]);
    expect(check({})).toEqual([]);
  });

  it('reports the issues of the matching shape for one label or a list of labels', () => {
    const check = compile(labelsBodySchema);
    expect(check({})).toEqual([{ path: 'tag_id', message: 'is required' }]);
    expect(check([{ tag_id: 'vip' }, {}])).toEqual([{ path: '1.tag_id', message: 'is required' }]);
    expect(check('vip')).toEqual([{ path: '', message: 'must match one of the allowed shapes' }]);
  });

  it('names the types where a choice is between types alone', () => {
    expect(compile({ anyOf: [string(), number()] })({})).toEqual([
      { path: '', message: 'must be a string or a number' },
    ]);
  });

  it('reports only that no shape matches where several shapes have the same type', () => {
    const check = compile({ anyOf: [string({ maxLength: 1 }), string({ pattern: '^x' })] });
    expect(check('yy')).toEqual([{ path: '', message: 'must match one of the allowed shapes' }]);
  });

  it.each(['date', 'date-time', 'uuid', 'uri'] as const)(
    'shows a valid example of the format %s in its message',
    (format) => {
      const check = compile(string({ format }));
      const [issue] = check('2026-01-31T12:00:00');
      const [, example = ''] = /^must be a \S+ such as (\S+)$/.exec(issue?.message ?? '') ?? [];
      expect(check(example)).toEqual([]);
    },
  );

  it('reports invalid and unknown properties together', () => {
    const check = compile(object({ n: integer() }, { additionalProperties: false }));
    expect(check({ n: 'x', m: 1 })).toEqual([
      { path: 'n', message: 'must be an integer' },
      { path: 'm', message: 'is not known' },
    ]);
    expect(check({ n: 1, m: undefined })).toEqual([]);
  });

  it('ignores inherited properties', () => {
    const check = compile(object({ constructor: string(), ['__proto__']: optional(string()) }));
    expect(check({})).toEqual([{ path: 'constructor', message: 'is required' }]);
    const polluted: unknown = JSON.parse('{"__proto__":{"constructor":"x"}}');
    expect(check(polluted)).toContainEqual({ path: 'constructor', message: 'is required' });
  });

  it('reports at most 50 issues for one value', () => {
    const check = compile(array(integer()));
    const wrong = Array.from({ length: 10_000 }, () => 'x');
    expect(check(wrong)).toHaveLength(50);
    expect(compile(record(integer()))({ ...wrong })).toHaveLength(50);
  });

  it('walks no deeper into a value than the schema does', () => {
    let deep = '{}';
    for (let depth = 0; depth < 5_000; depth++) deep = `{"a":${deep}}`;
    const event = `{"type":"page","channel":"server","version":"0","properties":${deep}}`;
    expect(compile(eventSchema)(JSON.parse(event))).toEqual([]);
    expect(compile(record(integer()))(JSON.parse(deep))).toEqual([
      { path: 'a', message: 'must be an integer' },
    ]);
  });
});

describe('parseDateTime', () => {
  it.each([
    ['2024-02-29T12:34:56.789Z', Date.UTC(2024, 1, 29, 12, 34, 56, 789)],
    ['2024-02-29T12:34:56+05:30', Date.UTC(2024, 1, 29, 7, 4, 56)],
    ['2024-02-29T12:34:56-05:30', Date.UTC(2024, 1, 29, 18, 4, 56)],
    ['2024-01-01T00:00:00.9999Z', Date.UTC(2024, 0, 1, 0, 0, 0, 999)],
    ['2024-01-01t00:00:00.5z', Date.UTC(2024, 0, 1, 0, 0, 0, 500)],
    ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
    ['2017-01-01T00:59:60+01:00', Date.UTC(2017, 0, 1)],
    ['2017-01-01T05:29:60+05:30', Date.UTC(2017, 0, 1)],
    ['2016-12-31T18:29:60-05:30', Date.UTC(2017, 0, 1)],
    ['0099-01-01T00:00:00Z', Date.parse('0099-01-01T00:00:00Z')],
    ['0099-12-31T23:59:59.999Z', Date.parse('0099-12-31T23:59:59.999Z')],
    ['2016-12-31T23:59:60.001Z', Date.UTC(2017, 0, 1, 0, 0, 0, 1)],
  ])('reads %s', (text, time) => expect(parseDateTime(text)).toBe(time));

  it.each([
    '2023-02-29T00:00:00Z',
    '2023-02-29T00:00:00.000Z',
    '2023-13-01T00:00:00.000Z',
    '2023-01-01T24:00:00.000Z',
    '2023-01-01T12:60:00.000Z',
    '2023-01-01T12:00:60.000Z',
    '2023-01-01T12:00:00+24:00',
    '2023-01-01T12:00:00+01:60',
    '1900-02-29T12:00:00.000Z',
    '2016-12-31T23:59:61Z',
    '2016-12-31T23:29:60+00:30',
    '2O23-01-01T00:00:00.000Z',
    '202:-01-01T00:00:00.000Z',
    '2023/01/01T00:00:00.000Z',
    '2023-01-01T00:00:00.0-1Z',
    '2024-01-01',
    '2024-01-01T25:00:00Z',
    '2024-01-01T00:00:00',
    '',
  ])('refuses %s', (text) => expect(parseDateTime(text)).toBeUndefined());
});
