// Makes untrusted text safe to print on a terminal.

/** Replaces each run of control characters, which could move the cursor or colour the screen, by a space. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
