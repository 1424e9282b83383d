// What to do about a disk that refuses for a while: by the code of the system, what makes it work again.

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free space on its disk.',
  EDQUOT: "Free space within its user's quota.",
  EMFILE: 'Let the process open more files (ulimit -n).',
  ENFILE: 'Let the system open more files.',
};

/** Undefined: the place itself is wrong, as a folder that may not be written to. */
export const remedyOf = (cause: unknown): string | undefined =>
  REMEDIES[String((cause as { readonly code?: unknown } | undefined)?.code)];
