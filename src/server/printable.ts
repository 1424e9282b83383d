// Makes text of anybody's fit for a terminal.

/** Without control characters, which would move the cursor or colour the screen: each run of them is a space. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
