// A question whose first query is refused: the outcome depends on the second reply of the model.
import { describe, expect, it } from 'vitest';
import { createChatService } from '../../../src/server/chat/service.js';
import { DomainError } from '../../../src/server/errors/domain-error.js';

const ASKER = { workspaceId: 'ws_1', projectIds: ['mine'] };
const ROWS = {
  data: [{ n: 1 }],
  meta: [{ name: 'n', type: 'UInt64' }],
  total: 1,
  limit: 100,
  offset: 0,
  has_more: false,
};

/** Asks a model with these replies, where only one query succeeds. */
const answerOf = (...said: readonly string[]) => {
  const left = [...said];
  const chat = createChatService({
    query: {
      async run(sql) {
        if (sql === 'SELECT 1 AS n' || sql.endsWith(' LIMIT 0')) return ROWS;
        throw new DomainError('BAD_REQUEST', 'There is no such table.');
      },
    },
    model: { next: async () => left.shift() ?? '' },
  });
  return chat.ask({ message: 'How many?' }, ASKER);
};

const block = (sql: string) => `\`\`\`sql\n${sql}\n\`\`\``;
const WRONG = `Counts them.\n${block('SELECT * FROM nowhere')}`;

describe('a refused query', () => {
  it('is answered with text where the second reply has no query', async () => {
    expect(await answerOf(WRONG, 'No table tells it.')).toEqual({
      sql: null,
      message: 'No table tells it.',
      ...{ data: [], meta: [], total: 0, limit: 0, offset: 0, has_more: false },
    });
  });

  it('keeps the text of the first reply where the second has none', async () => {
    const mended = { sql: 'SELECT 1 AS n', ...ROWS };
    expect(await answerOf(WRONG, block('SELECT 1 AS n'))).toEqual({
      message: 'Counts them.',
      ...mended,
    });
    expect(await answerOf(WRONG, `Counts all.\n${block('SELECT 1 AS n')}`)).toEqual({
      message: 'Counts all.',
      ...mended,
    });
  });

  it('is not sent back to the model where the error is not about the query', async () => {
    const asked: string[] = [];
    for (const code of ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'] as const) {
      const chat = createChatService({
        query: {
          async run(sql) {
            if (sql.endsWith(' LIMIT 0')) return ROWS;
            throw new DomainError(code, 'Not now.');
          },
        },
        model: { next: async () => `${asked.push(code)}\n${block('SELECT 1 AS n')}` },
      });
      await expect(chat.ask({ message: 'How many?' }, ASKER)).rejects.toMatchObject({ code });
    }
    expect(asked).toEqual(['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE']);
  });
});
