// Splits replies of models, in all their forms, into the query and the text.
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../src/server/chat/read-reply.js';

const SQL = 'SELECT count() AS total FROM events';
const BLOCK = `\`\`\`sql\n${SQL}\n\`\`\``;
const WITHOUT = 'With these tables, no query can tell the weather.';
const DRAFT = '```sql\nSELECT 2 FROM nowhere\n```';

describe('readReply', () => {
  it.each([
    ['after thoughts', `<think>${DRAFT}</think>\nAll of them.\n${BLOCK}`],
    [
      'after thoughts whose opening tag is missing',
      `Or ${DRAFT}?\n</think>\n\nAll of them.\n${BLOCK}`,
    ],
    ['between thoughts', `<think>a</think>All of them.\n${BLOCK}<think>${DRAFT}</think>`],
    ['before thoughts without a closing tag', `All of them.\n${BLOCK}\n<think>${DRAFT}`],
    ['in a code block of one line', `All of them. \`\`\`sql ${SQL} \`\`\``],
    ['in a code block without a language', `All of them.\n\`\`\`\n${SQL}\n\`\`\``],
    ['in a code block without an end', `All of them.\n\`\`\`sql\n${SQL}`],
  ])('finds the query %s', (_, text) => {
    expect(readReply(text)).toEqual({ sql: SQL, message: 'All of them.' });
  });

  it.each([
    ['a text', 'There is no weather in it.', { sql: null, message: 'There is no weather in it.' }],
    ['a text that begins like a query', WITHOUT, { sql: null, message: WITHOUT }],
    [
      'only a query with WITH',
      `WITH 1 AS n\n${SQL}`,
      { sql: `WITH 1 AS n\n${SQL}`, message: null },
    ],
    ['only a query', `${SQL}\n`, { sql: SQL, message: null }],
    ['only thoughts', '<think>SELECT 1', { sql: null, message: null }],
    ['an empty block', 'Nothing. ```sql\n```', { sql: null, message: 'Nothing.' }],
  ])('reads %s', (_, text, reply) => {
    expect(readReply(text)).toEqual(reply);
  });
});
