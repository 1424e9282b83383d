// The parts of an OpenAPI 3.1 document that ours is made of.
import type { Schema } from './schema.js';

/** A reference to `#/components/...`. */
export interface Reference {
  readonly $ref: string;
}

export interface MediaType {
  readonly schema: Schema | Reference;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, MediaType>>;

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface OpenApiHeader {
  readonly description: string;
  readonly schema: Schema;
}

export interface OpenApiAnswer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, OpenApiHeader | Reference>>;
  readonly content?: Content;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The scope that the key needs; absent when it needs none. */
  readonly 'x-scope'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiAnswer>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>;
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, OpenApiHeader>>;
  };
}
