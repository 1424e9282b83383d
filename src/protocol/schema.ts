// Builders whose results are JSON Schema (2020-12) as they stand and carry their TypeScript type.

/** Where a schema carries its TypeScript type; it does not exist at run time. */
export declare const typeOf: unique symbol;

/** Marks a property that may be absent. A symbol, so that it is no part of the JSON Schema. */
export const optionalMark: unique symbol = Symbol('optional');

/** The pattern of a text that is not only white space. */
export const NOT_BLANK = '\\S';

/** A JSON Schema that also carries the TypeScript type of the values it accepts. */
export interface Schema<T = unknown> {
  readonly [typeOf]?: T;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: 'date' | 'date-time' | 'uuid' | 'uri';
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The TypeScript type of the values that a schema accepts. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

/** A schema of a property that may be absent. */
export interface Optional<T> extends Schema<T> {
  readonly [optionalMark]: true;
}

type Properties = Readonly<Record<string, Schema>>;
type OptionalKeys<P> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P];
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<P> = Flat<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: Infer<P[K]> } & {
    [K in OptionalKeys<P>]?: Infer<P[K]> | undefined;
  }
>;

type Keywords = Omit<Schema, typeof typeOf | 'type'>;

export const string = (keywords: Keywords = {}): Schema<string> => ({
  type: 'string',
  ...keywords,
});

export const number = (keywords: Keywords = {}): Schema<number> => ({
  type: 'number',
  ...keywords,
});

export const integer = (keywords: Keywords = {}): Schema<number> => ({
  type: 'integer',
  ...keywords,
});

export const boolean = (keywords: Keywords = {}): Schema<boolean> => ({
  type: 'boolean',
  ...keywords,
});

export const oneOf = <const T extends readonly string[]>(
  values: T,
  keywords: Keywords = {},
): Schema<T[number]> => ({ type: 'string', enum: values, ...keywords });

export const array = <T>(items: Schema<T>, keywords: Keywords = {}): Schema<T[]> => ({
  type: 'array',
  items,
  ...keywords,
});

/** An object with any keys, each value of one schema. */
export const record = <T>(values: Schema<T>, keywords: Keywords = {}): Schema<Record<string, T>> =>
  ({ type: 'object', additionalProperties: values, ...keywords }) as Schema<Record<string, T>>;

/**
 * An object with the named properties. Further keys are refused by `additionalProperties: false`, and
 * else allowed. `true` says that they are also kept, for generated code: it drops others.
 */
export const object = <P extends Properties>(
  properties: P,
  keywords: Keywords = {},
): Schema<ObjectOf<P>> => {
  const required = Object.entries(properties)
    .filter(([, schema]) => !(optionalMark in schema))
    .map(([key]) => key);
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...keywords,
  } as Schema<ObjectOf<P>>;
};

export const optional = <T>(schema: Schema<T>): Optional<T> =>
  ({ ...schema, [optionalMark]: true }) as Optional<T>;

export const nullable = <T>(schema: Schema<T>): Schema<T | null> =>
  ({ anyOf: [schema, { type: 'null' }] }) as Schema<T | null>;

/** Any JSON value. */
export const anything = (keywords: Keywords = {}): Schema<unknown> => ({ ...keywords });
