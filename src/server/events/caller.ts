// Who sent a request: used while its events are enriched, then forgotten. Never stored, never logged.

export interface Caller {
  /** The IP address that the request came from. */
  readonly address?: string | undefined;
  /** The User-Agent header of the request, which is not always the visitor's. */
  readonly userAgent?: string | undefined;
  /** Whether the server itself sends the events: the logs that it reads from a chain. Default: false. */
  readonly isServer?: boolean;
}
