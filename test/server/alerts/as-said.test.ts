// What receivers and mail servers say is kept so that every database takes it.
import { expect, it } from 'vitest';
import { asSaid } from '../../../src/server/alerts/deliver/as-said.js';

it.each([
  ['not\0 now', 'not now'],
  [' two\r\nlines\t', 'two lines'],
  [`${'x'.repeat(19)}🚀`, 'x'.repeat(19)],
  [`${'x'.repeat(18)}🚀 and on`, `${'x'.repeat(18)}🚀`],
])('%j is kept as %j', (text, kept) => {
  expect(asSaid(text, 20)).toBe(kept);
});
