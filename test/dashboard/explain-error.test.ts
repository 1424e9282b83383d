// An error says what was asked for, and of what was to be saved, what is wrong by the names of the form.
import { expect, it } from 'vitest';
import { BadRequestError, InternalServerError, NotFoundError } from '../../src/client/errors.js';
import { explainError } from '../../src/dashboard/format/explain-error.js';

const failure = (status: number, message: string, param?: string) => ({
  ...{ status, message, param, headers: new Headers(), attempts: 1, requestId: 'req_1' },
});

it.each([
  ['There is no board "brd_1".', 'There is no board "brd_1"', 'belongs to another workspace'],
  ['There is no public board at this address.', 'There is no public board', 'no longer public'],
])('%s', (message, title, advice) => {
  const told = explainError(new NotFoundError(failure(404, message)));
  expect(told.title).toContain(title);
  expect(told.advice).toContain(advice);
});

it.each([
  [
    'body.recipient.0.value.1 must be an http or https URL.',
    'body.recipient.0.value.1',
    'Recipient 1 value 2 must be an http or https URL.',
  ],
  ['body.tag_id must match a pattern.', 'body.tag_id', 'Tag id must match a pattern.'],
  ['The segment is of another project.', undefined, 'The segment is of another project.'],
])('what was refused of a form, as %s, is said in its words', (message, param, words) => {
  expect(explainError(new BadRequestError(failure(400, message, param)), true)).toMatchObject({
    title: 'This was not saved',
    advice: words,
  });
});

it('where the server failed, a form says so with the number of the request', () => {
  expect(explainError(new InternalServerError(failure(500, 'It broke.')), true)).toMatchObject({
    title: 'The server could not answer',
    advice: 'It broke. Request req_1.',
  });
});
