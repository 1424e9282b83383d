// Answers a question in words: the model writes a query and the query area runs it, with one retry if it is
// refused.
import type { ChatAnswer, ChatMessage } from '../../protocol/chat/routes.js';
import { DatabaseQueryError } from '../database/database-errors.js';
import { DomainError } from '../errors/domain-error.js';
import { createRunningLimit } from '../limits/running-limit.js';
import type { Asker, QueryService } from '../query/service.js';
import { queryViews } from '../query/views.js';
import type { ChatModel, ModelMessage } from './chat-model.js';
import { type DescribedView, repairPrompt, systemPrompt } from './prompt.js';
import { readReply } from './read-reply.js';

export interface ChatService {
  /** @throws {DomainError} SERVICE_UNAVAILABLE, CONTEXT_LIMIT_EXCEEDED, BAD_REQUEST, TOO_MANY_REQUESTS */
  ask(question: ChatQuestion, asker: Asker): Promise<ChatAnswer>;
}

interface ChatQuestion {
  readonly message: string;
  readonly history?: readonly ChatMessage[] | undefined;
}

export interface ChatServiceParts {
  readonly query: Pick<QueryService, 'run'>;
  readonly model: ChatModel | undefined;
  readonly now?: () => number;
}

/** Concurrent questions of a workspace: models cost money and time. */
const MOST_RUNNING = 3;
const NO_ROWS = { data: [], meta: [], total: 0, limit: 0, offset: 0, has_more: false };

export function createChatService({ query, model, now = Date.now }: ChatServiceParts): ChatService {
  const inTurn = createRunningLimit({
    most: MOST_RUNNING,
    what: 'questions',
    retryAfterSeconds: 5,
  });
  const describeViews = viewsDescriber(query);

  const answer = async (
    writer: ChatModel,
    { message, history = [] }: ChatQuestion,
    asker: Asker,
  ): Promise<ChatAnswer> => {
    const today = new Date(now()).toISOString().slice(0, 10);
    const conversation: readonly ModelMessage[] = [
      { role: 'system', content: systemPrompt(await describeViews(asker), today) },
      ...history,
      { role: 'user', content: message },
    ];
    const said = await writer.next(conversation);
    const first = readReply(said);
    if (first.sql === null) return { ...first, ...NO_ROWS };
    const refusal = await query.run(first.sql, asker).catch(refusalOf);
    if (!(refusal instanceof DomainError)) return { ...first, ...refusal };
    const second = readReply(
      await writer.next([
        ...conversation,
        { role: 'assistant', content: said },
        { role: 'user', content: repairPrompt(withoutValues(refusal)) },
      ]),
    );
    if (second.sql === null) return { ...second, ...NO_ROWS };
    const rows = await query.run(second.sql, asker).catch(refusalOf);
    if (rows instanceof DomainError) throw unanswered(rows, second.sql);
    return { ...second, message: second.message ?? first.message, ...rows };
  };

  return {
    async ask(question, asker) {
      if (model === undefined) throw noModel();
      return inTurn(asker.workspaceId, () => answer(model, question, asker));
    },
  };
}

/** The columns of views are the same for every workspace, so they are read once and kept. */
function viewsDescriber(query: ChatServiceParts['query']) {
  let described: readonly DescribedView[] | undefined;
  return async (asker: Asker): Promise<readonly DescribedView[]> => {
    if (described !== undefined) return described;
    const views: DescribedView[] = [];
    for (const { name } of queryViews) {
      const { meta } = await query.run(`SELECT * FROM ${name} LIMIT 0`, asker);
      views.push({ name, columns: meta });
    }
    described = views;
    return views;
  };
}

/**
 * ClickHouse error codes that concern the text of the query alone: unknown names, type mismatches, syntax.
 * Messages of other errors may quote values of rows, which must not be sent to a model.
 */
const ABOUT_THE_QUERY = new Set(
  '10 35 42 43 44 46 47 48 50 53 62 70 179 184 207 215 386 403'.split(' '),
);

function withoutValues({ message, fields: { cause } }: DomainError): string {
  const isOfEngine = cause instanceof DatabaseQueryError;
  if (!isOfEngine || ABOUT_THE_QUERY.has(cause.code ?? '')) return message;
  return `The database refused it while it ran (ClickHouse error ${cause.code}).`;
}

/** The refusal that is sent back to the model for a corrected query; any other error is rethrown. */
function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError && error.code === 'BAD_REQUEST') return error;
  throw error;
}

const noModel = (): DomainError =>
  new DomainError(
    'SERVICE_UNAVAILABLE',
    'No chat model is configured on this server. Its operator can set CHAT_URL and CHAT_MODEL.',
  );

const unanswered = (refusal: DomainError, sql: string): DomainError =>
  new DomainError(
    'BAD_REQUEST',
    `The model wrote a query that cannot be run, twice: ${refusal.message} Rephrase the question.`,
    { param: 'body.message', details: { sql, query: refusal.message } },
  );
