// Our checker agrees with ajv about every value, for every schema of the protocol.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/protocol/check.js';
import { errorEnvelopeSchema } from '../../src/protocol/errors.js';
import { eventSchema, plainErrorSchema } from '../../src/protocol/events.js';
import type { Route } from '../../src/protocol/route.js';
import { routes } from '../../src/protocol/routes.js';
import {
  anything,
  array,
  boolean,
  integer,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  type Schema,
  string,
} from '../../src/protocol/schema.js';

const ajv = new Ajv2020({ strict: false, ownProperties: true, validateFormats: true });
addFormats.default(ajv);

/** Covers the keywords that no schema of the protocol uses yet. */
const everyKeyword = object(
  {
    day: string({ format: 'date' }),
    id: optional(string({ format: 'uuid' })),
    link: optional(string({ format: 'uri' })),
    at: optional(nullable(string({ format: 'date-time' }))),
    code: optional(string({ pattern: '^[a-z]+$', minLength: 2, maxLength: 4 })),
    amount: optional(number({ minimum: -1.5, maximum: 1.5 })),
    count: optional(integer({ minimum: 0 })),
    flag: optional(boolean({ const: true })),
    kinds: optional(array(oneOf(['a', 'b']), { minItems: 1, maxItems: 2 })),
    bag: optional(record(integer())),
    constructor: optional(anything()),
  },
  { additionalProperties: false },
);

const schemas: Readonly<Record<string, Schema>> = {
  everyKeyword,
  event: eventSchema,
  errorEnvelope: errorEnvelopeSchema,
  plainError: plainErrorSchema,
  ...Object.fromEntries(
    Object.entries<Route>(routes).flatMap(([name, route]) =>
      (['params', 'query', 'body', 'answer'] as const).flatMap((part) => {
        const schema = route[part];
        return schema === undefined ? [] : [[`${name}.${part}`, schema]];
      }),
    ),
  ),
};

const dateTime = fc
  .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  .map((date) => date.toISOString());
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('', 'a', 'ab', 'page', 'track', 'web', 'custom', '2024-02-29', '2023-02-29'),
  fc.constantFrom('2016-12-31T23:59:60Z', '2016-12-31T22:59:60Z', '2024-01-01 10:00:00+05'),
  fc.constantFrom(
    '2024-13-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00',
    'a:',
    'a:b',
  ),
  fc.constantFrom('https://example.com/a?b=c#d', 'https://[::1]:80/', 'https://a b', '//a', 'x'),
  fc.uuid(),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  dateTime,
  dateTime.map((text) => text.replace('Z', '+05:30')),
  dateTime.map((text) => text.slice(0, 10)),
);

function ofFormat({ format, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.constantFrom('ab', 'abcd');
  switch (format) {
    case 'date':
      return dateTime.map((text) => text.slice(0, 10));
    case 'date-time':
      return dateTime;
    case 'uuid':
      return fc.uuid();
    case 'uri':
      return fc.webUrl({ withFragments: true, withQueryParameters: true });
    default:
      return texts;
  }
}

/** Values close to a schema: mostly valid, with some invalid parts. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const right = (): fc.Arbitrary<unknown> => {
    if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(near));
    if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'string':
        return fc.oneof(
          { weight: 4, arbitrary: ofFormat(schema) },
          { weight: 1, arbitrary: texts },
          { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
        );
      case 'integer':
        return fc.integer({ min: -2, max: 100_001 });
      case 'number':
        return fc.oneof(fc.double(), fc.double({ min: -2, max: 2 }));
      case 'boolean':
        return fc.constantFrom(true, true, false);
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(near(schema.items ?? {}), { maxLength: 3 });
      case 'object':
        return nearObject(schema);
      default:
        return fc.jsonValue();
    }
  };
  return fc.oneof({ weight: 12, arbitrary: right() }, { weight: 1, arbitrary: fc.jsonValue() });
}

function nearObject(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const named = fc
    .tuple(...properties.map(([name, part]) => fc.option(near(part).map((value) => [name, value]))))
    .map((entries) => entries.filter((entry) => entry !== null));
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const further = fc.array(
    fc.tuple(fc.constantFrom('__proto__', 'constructor', 'toString', 'x', 'type'), near(rest)),
    { maxLength: 2 },
  );
  return fc.tuple(named, further).map(([entries, others]) =>
    // Through JSON.parse, because an object literal cannot have an own key named `__proto__`.
    JSON.parse(`{${[...others, ...entries].map((entry) => pair(entry)).join(',')}}`),
  );
}

const pair = (entry: readonly unknown[]): string =>
  `${JSON.stringify(entry[0])}:${JSON.stringify(entry[1] ?? null)}`;

/** Values that are mostly valid as a whole, for schemas that no value of `near` would ever match. */
function exact(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(exact));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { minimum = 0, maximum = 100, minItems = 0, properties = {}, required = [] } = schema;
  switch (schema.type) {
    case 'string':
      return ofFormat(schema);
    case 'integer':
      return fc.integer({ min: minimum, max: Math.min(maximum, minimum + 100) });
    case 'number':
      return fc.constant(minimum);
    case 'array':
      return fc.array(exact(schema.items ?? {}), { minLength: minItems, maxLength: minItems + 1 });
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, exact(part)])),
        { requiredKeys: [...required] },
      );
    default:
      return near(schema);
  }
}

describe('compile', () => {
  it.each(Object.entries(schemas))('agrees with ajv on %s', (_name, schema) => {
    const check = compile(schema);
    const validate = ajv.compile(schema);
    let valid = 0;
    fc.assert(
      fc.property(fc.oneof(near(schema), exact(schema)), (value) => {
        const issues = check(value);
        const isValid = validate(value);
        if (isValid) valid++;
        expect({ value, issues, isValid: issues.length === 0 }).toMatchObject({ isValid });
      }),
      { numRuns: 400 },
    );
    expect(valid).toBeGreaterThan(0);
  });
});
