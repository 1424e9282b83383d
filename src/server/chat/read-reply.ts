// Finds the query in what a model said.

export interface Reply {
  readonly sql: string | null;
  /** The rest of what was said. */
  readonly message: string | null;
}

const THOUGHTS = /<think>[\s\S]*?(<\/think>|$)/gi;
/** Templates of models that think, such as DeepSeek's, write the opening tag themselves. */
const THOUGHTS_BEGUN = /^[\s\S]*<\/think>/i;
const BLOCK = /```[ \t]*(?:\w*[ \t]*\r?\n|sql[ \t]+)([\s\S]*?)(?:```|$)/i;
/** Words may begin alike: `With these tables no query can tell.` */
const BARE = /^(?:select|with\s[\s\S]*\bselect)\s/i;
const MOST_MESSAGE = 2_000;

export function readReply(text: string): Reply {
  const spoken = text.replace(THOUGHTS, '').replace(THOUGHTS_BEGUN, '').trim();
  const block = BLOCK.exec(spoken);
  const query = block?.[1]?.trim() || (BARE.test(spoken) ? spoken : undefined);
  const rest = block === null ? (query === undefined ? spoken : '') : spoken.replace(block[0], ' ');
  return { sql: query ?? null, message: rest.trim().slice(0, MOST_MESSAGE) || null };
}
