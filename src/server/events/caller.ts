// Who sent a request: used while its events are enriched, then forgotten. Never stored, never logged.

export interface Caller {
  /** The address that the request came from. */
  readonly address?: string | undefined;
  /** Of the request, which is not always that of the visitor. */
  readonly userAgent?: string | undefined;
}
