// Tells an address that nobody serves from one that takes other methods (decision N-74).

export interface Address {
  readonly method: string;
  /** With `:name` for parameters. */
  readonly path: string;
}

/** The methods that a path takes; none for a path that nobody serves. */
export function methodsAt(addresses: readonly Address[], path: string): readonly string[] {
  const segments = path.replace(/(?<=.)\/$/, '').split('/');
  const methods = addresses
    .filter((address) => matches(address.path.split('/'), segments))
    .map(({ method }) => method);
  return [...new Set(methods)];
}

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => part.startsWith(':') || part === segments[index]);
