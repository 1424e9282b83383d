// Says why something failed, in the words of its error.

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of a host with several addresses, none of which answers, it has a code and no text.
  const code = 'code' in error ? String(error.code) : '';
  return error.message || code || error.name;
}
