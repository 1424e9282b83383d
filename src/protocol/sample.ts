// An example of what a schema takes, for readers of the API's description.
import { FORMAT_EXAMPLES } from './formats.js';
import { optionalMark, type Schema } from './schema.js';

/** Examples as answers write them: a date-time has milliseconds. */
const FORMATTED = { ...FORMAT_EXAMPLES, 'date-time': '2026-01-31T12:00:00.000Z' };

/**
 * A value that the schema accepts; undefined when none can be made up, and the schema would need
 * `examples`.
 */
export function sampleOf(schema: Schema): unknown {
  const told = [...(schema.examples ?? []), ...('const' in schema ? [schema.const] : [])];
  if (told.length > 0) return told[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return firstSample(schema.anyOf);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectSample(schema);
    case 'array':
      return arraySample(schema);
    case 'string':
      return textSample(schema);
    case 'integer':
    case 'number':
      return numberSample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

const firstSample = (schemas: readonly Schema[]): unknown =>
  schemas.map(sampleOf).find((sample) => sample !== undefined);

function objectSample({ properties = {}, required = [] }: Schema): unknown {
  const entries = Object.entries(properties).map(
    ([name, part]) =>
      [name, sampleOf(part), required.includes(name) || !(optionalMark in part)] as const,
  );
  if (entries.some(([, sample, isRequired]) => sample === undefined && isRequired))
    return undefined;
  return Object.fromEntries(
    entries.flatMap(([name, sample]) => (sample === undefined ? [] : [[name, sample]])),
  );
}

function arraySample({ items = {}, minItems = 0 }: Schema): unknown {
  if (minItems > 1) return undefined;
  const sample = sampleOf(items);
  if (sample !== undefined) return [sample];
  return minItems === 0 ? [] : undefined;
}

function textSample({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): unknown {
  if (format !== undefined) return FORMATTED[format];
  if (pattern !== undefined) return undefined;
  return 'text'.padEnd(minLength, '.').slice(0, maxLength);
}

const numberSample = ({ minimum = 0, maximum = Infinity }: Schema): number =>
  Math.min(Math.max(1, minimum), maximum);
