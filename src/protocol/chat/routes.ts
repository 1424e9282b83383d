// The chat: a question in words, answered by a query that a language model writes.
import { CHAT_HISTORY, CHAT_MESSAGE_LENGTH } from '../limits.js';
import { queryAnswerProperties } from '../query/routes.js';
import { apiKey, type Route } from '../route.js';
import { array, type Infer, nullable, object, oneOf, optional, string } from '../schema.js';

const chatMessageSchema = object(
  {
    role: oneOf(['user', 'assistant']),
    content: string({ minLength: 1, maxLength: CHAT_MESSAGE_LENGTH }),
  },
  { title: 'ChatMessage' },
);

/** An earlier turn of a conversation. */
export type ChatMessage = Infer<typeof chatMessageSchema>;

const chatBodySchema = object({
  message: string({
    minLength: 1,
    maxLength: CHAT_MESSAGE_LENGTH,
    description: 'The question, in any language.',
    examples: ['Which campaigns brought wallets that swapped last week?'],
  }),
  history: optional(
    array(chatMessageSchema, {
      maxItems: CHAT_HISTORY,
      description:
        'Earlier turns, oldest first: those of the assistant with its `sql` and `message`.',
    }),
  ),
});

const chatAnswerSchema = object(
  {
    sql: nullable(
      string({
        description:
          'The query that was run; null when the model wrote none. Check that it asks what you meant.',
      }),
    ),
    message: nullable(
      string({ description: 'What the model says beside the query, or why there is none.' }),
    ),
    ...queryAnswerProperties,
  },
  { title: 'ChatAnswer' },
);

export type ChatAnswer = Infer<typeof chatAnswerSchema>;

export const chatRoutes = {
  askChat: {
    method: 'POST',
    path: '/v0/chat',
    tag: 'Chat',
    summary: 'Ask in words; a language model writes the query.',
    description:
      'The model gets the question, the earlier turns, and the names and types of the columns, but never ' +
      'a row. What it writes runs as `POST /v0/query` runs queries, and when that refuses it, the model ' +
      'may correct it once. SERVICE_UNAVAILABLE if the server has no model, or cannot reach it.',
    credential: apiKey('query:read'),
    body: chatBodySchema,
    status: 200,
    answer: chatAnswerSchema,
    errors: ['CONTEXT_LIMIT_EXCEEDED'],
  },
} as const satisfies Record<string, Route>;
