// A statement with its values as a form, which may be of any length: an address may not.
import { randomUUID } from 'node:crypto';
import type { BoundStatement } from './split-parameters.js';
import { encodeField } from './sql-parameters.js';

/** The body of a request and its Content-Type. */
export interface StatementForm {
  readonly body: string;
  readonly type: string;
}

/** In the shape that the client gives the questions with long values. */
export const statementForm = ({ sql, params }: BoundStatement): StatementForm => {
  const boundary = `chaintrail-${randomUUID()}`;
  const fields = Object.entries(params).map(
    ([name, value]) => [`param_${name}`, encodeField(value)] as const,
  );
  const parts = [['query', sql] as const, ...fields].map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: `${parts.join('')}--${boundary}--\r\n`,
    type: `multipart/form-data; boundary=${boundary}`,
  };
};
