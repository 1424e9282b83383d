// Gives each schema with a title a name in the OpenAPI document, so that generated code has one type for it.
import type {
  MediaType,
  OpenApiAnswer,
  OpenApiDocument,
  OpenApiOperation,
} from './openapi-types.js';
import type { Schema } from './schema.js';

type Schemas = Record<string, Schema>;

const mapValues = <T, U>(
  values: Readonly<Record<string, T>>,
  change: (value: T) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** The document with a reference wherever it had a schema with a title. */
export function withNamedSchemas(document: OpenApiDocument): OpenApiDocument {
  const named: Schemas = {};

  /** A reference to a schema, which is added to `named`; of a schema without a title, its parts are. */
  const refer = (schema: Schema): Schema => {
    const { title } = schema;
    if (title === undefined) return partsOf(schema);
    named[title] ??= partsOf(schema);
    return { $ref: `#/components/schemas/${title}` } as Schema;
  };

  const partsOf = (schema: Schema): Schema => {
    const { anyOf, items, properties, additionalProperties: others } = schema;
    return {
      ...schema,
      ...(anyOf === undefined ? {} : { anyOf: anyOf.map(refer) }),
      ...(items === undefined ? {} : { items: refer(items) }),
      ...(properties === undefined ? {} : { properties: mapValues(properties, refer) }),
      ...(typeof others === 'object' ? { additionalProperties: refer(others) } : {}),
    };
  };

  const media = (one: MediaType): MediaType =>
    '$ref' in one.schema ? one : { ...one, schema: refer(one.schema) };

  const answer = (one: OpenApiAnswer): OpenApiAnswer =>
    one.content === undefined ? one : { ...one, content: mapValues(one.content, media) };

  const operation = (one: OpenApiOperation): OpenApiOperation => ({
    ...one,
    ...(one.requestBody === undefined
      ? {}
      : {
          requestBody: { ...one.requestBody, content: mapValues(one.requestBody.content, media) },
        }),
    responses: mapValues(one.responses, answer),
  });

  const paths = mapValues(document.paths, (methods) => mapValues(methods, operation));
  const { schemas, ...components } = document.components;
  return { ...document, paths, components: { ...components, schemas: { ...schemas, ...named } } };
}
