// Reads chat completions and errors in the forms of OpenAI and of compatible servers.
import { parseJson } from '../parse-json.js';

/** The parts of an answer, any of which may be missing. */
export interface Completion {
  /** Undefined when the answer is no completion. */
  readonly content: string | undefined;
  readonly refusal: string | undefined;
  readonly finishReason: string | undefined;
  /** Code, type and message of an error, in lower case. */
  readonly errorTexts: readonly string[];
}

/** @returns `undefined` for a text that is not a JSON object */
export function readCompletion(text: string): Completion | undefined {
  const answer = objectOf(parseJson(text));
  if (answer === undefined) return undefined;
  const [choice] = Array.isArray(answer.choices) ? answer.choices : [];
  const message = objectOf(objectOf(choice)?.message);
  // Some servers send `{ error: "text" }`, others `{ object: "error", message, code }` without a wrapper.
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

/** Codes of OpenAI and Azure, and of llama.cpp. Anthropic, Mistral and vLLM are recognised by WORDS. */
const CODES = ['context_length_exceeded', 'exceed_context_size_error', 'context_limit_exceeded'];
const WORDS =
  /maximum context|context (length|window|size|limit)|prompt is too long|too many tokens|input is too long|too large for model/;
/** `length` means that there was no room for the answer after the prompt. */
const FINISHES = ['length', 'model_length', 'max_tokens', 'context_length_exceeded'];

/** Whether the conversation was too long for the model, by the error or by the finish reason. */
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

/** The content is a text, or a list of parts with texts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => textOf(objectOf(part)?.text) ?? '').join('');
}
