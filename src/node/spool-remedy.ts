// What to do about a disk that refuses for a while, by the system's error code.

const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'Free space on its disk.',
  EDQUOT: "Free space within its user's quota.",
  EMFILE: 'Let the process open more files (ulimit -n).',
  ENFILE: 'Let the system open more files.',
};

/**
 * The remedy; undefined for another error, which means that the folder itself is wrong, such as one
 * that is not writable.
 */
export const remedyOf = (cause: unknown): string | undefined =>
  REMEDIES[String((cause as { readonly code?: unknown } | undefined)?.code)];
