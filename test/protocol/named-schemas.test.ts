// Code that is generated from the OpenAPI document has one type for each thing, under a name that it can use.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createOpenApi, describeApi } from '../../src/protocol/openapi.js';

type Part = Readonly<Record<string, unknown>>;

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const named = plain(createOpenApi('http://127.0.0.1:4318'));
const { schemas } = named.components;

/** Every schema in a document or in a part of one. */
function* schemasIn(value: unknown): Generator<Part> {
  if (typeof value !== 'object' || value === null) return;
  const { example, examples, ...part } = value as Part;
  if (['type', 'anyOf', '$ref'].some((key) => ['string', 'object'].includes(typeof part[key]))) {
    yield part;
  }
  for (const inner of Object.values(part)) yield* schemasIn(inner);
}

const titled = (value: unknown): readonly Part[] =>
  [...schemasIn(value)].filter(({ title }) => typeof title === 'string');

describe('the schemas of the document', () => {
  it('have names that are identifiers, and that hide nothing that code uses', () => {
    for (const name of Object.keys(schemas)) {
      expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
      // A class that extends such an `Error` ends the program when it is loaded.
      expect(globalThis).not.toHaveProperty(name);
    }
  });

  it('are references wherever they have a title', () => {
    expect(titled(named.paths)).toEqual([]);
    const once = new Map<unknown, string>();
    for (const { description, ...schema } of titled(plain(describeApi('http://127.0.0.1')).paths)) {
      const text = JSON.stringify(schema);
      expect(Object.keys(schemas)).toContain(schema.title);
      expect(once.get(schema.title) ?? text, String(schema.title)).toBe(text);
      once.set(schema.title, text);
    }
  });

  it('are all used', () => {
    const text = JSON.stringify(named);
    for (const name of Object.keys(schemas)) {
      expect(text).toContain(`"#/components/schemas/${name}"`);
    }
  });

  it('name one type each, since generators know of a list of types only the first', () => {
    for (const { type = '' } of schemasIn(named)) {
      // The event's property `type` is itself a schema.
      expect(Array.isArray(type)).toBe(false);
    }
  });

  it.each([
    ['WireEvent', '{"type":"page","channel":"web","version":"0"}'],
    ['ChartSettings', '{}'],
    ['FunnelStep', '{"type":"event","event":"page"}'],
  ])('say of %s that further keys are kept', (name, value) => {
    expect(schemas[name]).toHaveProperty('additionalProperties', true);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: named.components });
    const check = ajv.getSchema(`document#/components/schemas/${name}`);
    expect(check?.({ ...JSON.parse(value), note: 'mine' })).toBe(true);
  });
});
