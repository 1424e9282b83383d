// One row of the table of routes.
import type { ErrorCode } from './errors.js';
import type { Schema } from './schema.js';
import type { Scope } from './scopes.js';
import type { Tag } from './tags.js';

/** One operation of the API. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters, as OpenAPI writes them. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  /** What the summary leaves open, for readers of the API's description. */
  readonly description?: string;
  /** An API key with a scope, any API key, or the write key of a project. */
  readonly credential:
    | { readonly kind: 'api_key'; readonly scope?: Scope }
    | { readonly kind: 'write_key' };
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** No body is the same as `{}`. */
  readonly bodyOptional?: true;
  /**
   * Takes `Idempotency-Key`: a repetition under the same key gets the first answer, and is not done
   * again.
   */
  readonly idempotent?: true;
  /** The error code for input that the schemas refuse. Default: INVALID_VALIDATION_REQUEST. */
  readonly invalidCode?: 'BAD_REQUEST';
  /** Opened by a payment, too, where the server takes them (decision N-68). */
  readonly payable?: true;
  /** The status of success; 204 has no answer. */
  readonly status: 200 | 201 | 204;
  readonly answer?: Schema;
  /** Error codes besides those that follow from the rest of the row (see `failureCodes`). */
  readonly errors?: readonly ErrorCode[];
}

/** The credential of an operation that an API key with this scope opens. */
export const apiKey = (scope: Scope) => ({ kind: 'api_key', scope }) as const;

/** The credential of an operation that every API key opens. */
export const anyApiKey = { kind: 'api_key' } as const;
