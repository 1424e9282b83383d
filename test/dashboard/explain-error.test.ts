// Errors are explained by what was requested, and those of a form with the names of its fields.
import { expect, it } from 'vitest';
import { apiErrorOf } from '../../src/client/api-error-of.js';
import { explainError } from '../../src/dashboard/format/explain-error.js';

const failure = (status: number, code: string | undefined, message: string, param?: string) =>
  apiErrorOf(
    { status, headers: new Headers({ 'x-request-id': 'req_1' }) },
    { message, ...(code && { code }), ...(param && { param }) },
    { attempts: 1 },
  );

const NO_PAGE = 'There is no public board at this address';

it.each([
  ['There is no board "brd_1".', 'There is no board "brd_1"', 'belongs to another workspace'],
  [`${NO_PAGE}.`, NO_PAGE, 'no longer public'],
])('explains "%s"', (message, title, advice) => {
  const told = explainError(failure(404, 'NOT_FOUND', message));
  expect(told.title).toBe(title);
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
])('an error of a form, %s, is explained with its field names', (message, param, words) => {
  expect(
    explainError(failure(400, 'INVALID_VALIDATION_REQUEST', message, param), true),
  ).toMatchObject({
    title: 'This was not saved',
    advice: words,
  });
});

it('too many requests are explained by the limit that was exceeded', () => {
  const message =
    'The workspace already runs 3 queries, the most at once. Wait until one of them ends.';
  const { title, advice } = explainError(failure(429, 'TOO_MANY_REQUESTS', message));
  expect([title, advice]).toEqual(['Too many requests', message]);
});

it('an error of the server in a form includes the request id', () => {
  expect(explainError(failure(500, 'INTERNAL_ERROR', 'It broke.'), true)).toMatchObject({
    title: 'The server could not answer',
    advice: '500 INTERNAL_ERROR It broke. Request req_1.',
  });
});

it('a 404 that does not come from the API is explained in our own words', () => {
  const told = explainError(failure(404, undefined, '<html>nginx</html>'));
  expect(told.title).toBe('Not found');
});

it.each([
  [502, false, 'The server could not answer', ' Request req_1.'],
  [502, true, 'The server could not answer', ' Request req_1.'],
  [413, true, 'This was not saved', ''],
])('the HTML page of a proxy with status %d (form: %s) is not shown literally', (...row) => {
  const [status, isForm, title, rest] = row;
  const page = '<html><head><title>Sorry</title></head><body><center>nginx</center></body></html>';
  const said = `A proxy in front of the server answered with status ${status}.${rest}`;
  expect(explainError(failure(status, undefined, page), isForm)).toMatchObject({
    title,
    advice: said,
  });
});
