// Reads chat completions and errors as OpenAI writes them, and as those who imitate it do.
import { parseJson } from '../parse-json.js';

/** What there is of an answer; all of it may be missing. */
export interface Completion {
  /** Undefined when the answer is no completion. */
  readonly content: string | undefined;
  readonly refusal: string | undefined;
  readonly finishReason: string | undefined;
  /** Code, type and message of an error, in lower case. */
  readonly errorTexts: readonly string[];
}

/** @returns `undefined` for what is no JSON object */
export function readCompletion(text: string): Completion | undefined {
  const answer = objectOf(parseJson(text));
  if (answer === undefined) return undefined;
  const [choice] = Array.isArray(answer.choices) ? answer.choices : [];
  const message = objectOf(objectOf(choice)?.message);
  // Some say `{ error: "text" }`, some `{ object: "error", message, code }` without more around it.
  const error = objectOf(answer.error) ?? answer;
  return {
    content: message === undefined ? undefined : contentOf(message.content),
    refusal: textOf(message?.refusal),
    finishReason: textOf(objectOf(choice)?.finish_reason)?.toLowerCase(),
    errorTexts: [answer.error, error.code, error.type, error.message].flatMap((part) =>
      typeof part === 'string' ? [part.toLowerCase()] : [],
    ),
  };
}

/** OpenAI, Azure; llama.cpp; Anthropic, Mistral and vLLM say it in words alone. */
const CODES = ['context_length_exceeded', 'exceed_context_size_error', 'context_limit_exceeded'];
const WORDS =
  /maximum context|context (length|window|size|limit)|prompt is too long|too many tokens|input is too long|too large for model/;
/** `length`: the answer did not fit behind the prompt. */
const FINISHES = ['length', 'model_length', 'max_tokens', 'context_length_exceeded'];

/** Whether there was more than the model takes, by its error or by how it finished. */
export const isAboutContext = ({ errorTexts, finishReason }: Completion): boolean =>
  errorTexts.some((text) => CODES.includes(text) || WORDS.test(text)) ||
  (finishReason !== undefined && FINISHES.includes(finishReason));

type Fields = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** A text, or a list of parts with texts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => textOf(objectOf(part)?.text) ?? '').join('');
}
