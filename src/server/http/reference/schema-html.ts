// A schema as a list that people read: names, types, bounds, what they mean.
import type { Schema } from '../../../protocol/schema.js';
import { type Html, html, prose } from '../html.js';

const MOST_LEVELS = 5;

/** `string, date, at most 255 characters` in a few words. */
export function typeOf(schema: Schema): string {
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' or ');
  const kind = [schema.type ?? 'any'].flat().join(' or ');
  const named = schema.items === undefined ? kind : `array of ${typeOf(schema.items)}`;
  return [named, schema.format, ...bounds(schema)].filter(Boolean).join(', ');
}

function bounds(schema: Schema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const values = 'const' in schema ? [schema.const] : schema.enum;
  return [
    values === undefined ? '' : `one of ${values.map((value) => JSON.stringify(value)).join(' ')}`,
    minimum === undefined ? '' : `at least ${minimum}`,
    maximum === undefined ? '' : `at most ${maximum}`,
    minLength === undefined || minLength === 0 ? '' : `at least ${minLength} characters`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minItems === undefined ? '' : `at least ${minItems} entries`,
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
    pattern === undefined ? '' : `matches ${pattern}`,
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ].filter((text) => text !== '');
}

/** The description of a schema; a field that may be null has it in one of its alternatives. */
const meaningOf = ({ description, anyOf = [] }: Schema): string =>
  description ?? anyOf.find((part) => part.description !== undefined)?.description ?? '';

/** The fields of an object, or of the objects that an array or a choice holds. */
export function fieldsOf(schema: Schema, level = 0): Html | undefined {
  const inner = [schema.items, ...(schema.anyOf ?? [])].filter((part) => part !== undefined);
  const properties = Object.entries(schema.properties ?? {});
  if (level > MOST_LEVELS) return undefined;
  if (properties.length === 0) return inner.map((part) => fieldsOf(part, level + 1)).find(Boolean);
  return html`<ul class="fields">${properties.map(
    ([name, part]) =>
      html`<li><code>${name}</code> <small>${typeOf(part)}${(schema.required ?? []).includes(name) ? ', required' : ''}</small>${prose(meaningOf(part))}${fieldsOf(part, level + 1)}</li>`,
  )}</ul>`;
}
