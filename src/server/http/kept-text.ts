// Text that is made of this server's origin alone: anybody may ask for it, and making it takes tens of milliseconds.

/**
 * @param publicUrl origin of this server, which changes once: when it listens
 * @param make is called when the text is first asked for, and not again
 */
export function keptText(publicUrl: () => string, make: (origin: string) => string): () => string {
  let kept: { readonly origin: string; readonly text: string } | undefined;
  return () => {
    const origin = publicUrl();
    if (kept?.origin !== origin) kept = { origin, text: make(origin) };
    return kept.text;
  };
}
