// The reason of a failure, as its error words it.

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // When no address of a host answers, Node throws an AggregateError with a code but an empty message.
  const code = 'code' in error ? String(error.code) : '';
  return error.message || code || error.name;
}
