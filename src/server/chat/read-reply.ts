// Finds the query in a model's reply.

export interface Reply {
  readonly sql: string | null;
  /** The reply without the query. */
  readonly message: string | null;
}

const THOUGHTS = /<think>[\s\S]*?(<\/think>|$)/gi;
/**
 * With some models, such as DeepSeek's, the prompt template holds the opening tag, and the reply lacks it.
 */
const THOUGHTS_BEGUN = /^[\s\S]*<\/think>/i;
const BLOCK = /```[ \t]*(?:\w*[ \t]*\r?\n|sql[ \t]+)([\s\S]*?)(?:```|$)/i;
/** `with` alone does not make a query, since prose may begin so: `With these tables no query can tell.` */
const BARE = /^(?:select|with\s[\s\S]*\bselect)\s/i;
const MOST_MESSAGE = 2_000;

export function readReply(text: string): Reply {
  const spoken = text.replace(THOUGHTS, '').replace(THOUGHTS_BEGUN, '').trim();
  const block = BLOCK.exec(spoken);
  const query = block?.[1]?.trim() || (BARE.test(spoken) ? spoken : undefined);
  const rest = block === null ? (query === undefined ? spoken : '') : spoken.replace(block[0], ' ');
  return { sql: query ?? null, message: rest.trim().slice(0, MOST_MESSAGE) || null };
}
