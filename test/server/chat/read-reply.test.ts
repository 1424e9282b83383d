// What is taken for the query, and what for the words, of the ways in which models answer.
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../src/server/chat/read-reply.js';

const SQL = 'SELECT count() AS total FROM events';
const BLOCK = `\`\`\`sql\n${SQL}\n\`\`\``;
const WITHOUT = 'With these tables, no query can tell the weather.';
const DRAFT = '```sql\nSELECT 2 FROM nowhere\n```';

describe('readReply', () => {
  it.each([
    ['behind thoughts', `<think>${DRAFT}</think>\nAll of them.\n${BLOCK}`],
    ['behind thoughts that its template began', `Or ${DRAFT}?\n</think>\n\nAll of them.\n${BLOCK}`],
    ['between thoughts', `<think>a</think>All of them.\n${BLOCK}<think>${DRAFT}</think>`],
    ['before thoughts without an end', `All of them.\n${BLOCK}\n<think>${DRAFT}`],
    ['in a block of one line', `All of them. \`\`\`sql ${SQL} \`\`\``],
    ['in a block of no language', `All of them.\n\`\`\`\n${SQL}\n\`\`\``],
    ['in a block without an end', `All of them.\n\`\`\`sql\n${SQL}`],
  ])('finds the query %s', (_, text) => {
    expect(readReply(text)).toEqual({ sql: SQL, message: 'All of them.' });
  });

  it.each([
    ['words', 'There is no weather in it.', { sql: null, message: 'There is no weather in it.' }],
    ['words that begin like one', WITHOUT, { sql: null, message: WITHOUT }],
    [
      'a query with a WITH alone',
      `WITH 1 AS n\n${SQL}`,
      { sql: `WITH 1 AS n\n${SQL}`, message: null },
    ],
    ['a query alone', `${SQL}\n`, { sql: SQL, message: null }],
    ['thoughts alone', '<think>SELECT 1', { sql: null, message: null }],
    ['an empty block', 'Nothing. ```sql\n```', { sql: null, message: 'Nothing.' }],
  ])('takes %s for what they are', (_, text, reply) => {
    expect(readReply(text)).toEqual(reply);
  });
});
