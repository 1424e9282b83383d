// Answers of receivers and mail servers are stored in a form that every database accepts.
import { expect, it } from 'vitest';
import { asSaid } from '../../../src/server/alerts/deliver/as-said.js';

it.each([
  ['not\0 now', 'not now'],
  [' two\r\nlines\t', 'two lines'],
  [`${'x'.repeat(19)}🚀`, 'x'.repeat(19)],
  [`${'x'.repeat(18)}🚀 and on`, `${'x'.repeat(18)}🚀`],
])('%j is stored as %j', (text, kept) => {
  expect(asSaid(text, 20)).toBe(kept);
});
