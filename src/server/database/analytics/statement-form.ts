// Encodes a statement and its parameters as a multipart form, whose length, unlike a URL's, is not limited.
import { randomUUID } from 'node:crypto';
import type { BoundStatement } from './split-parameters.js';
import { encodeField } from './sql-parameters.js';

/** The body of a request and its Content-Type. */
export interface StatementForm {
  readonly body: string;
  readonly type: string;
}

/** In the same form that the client uses for queries with long parameters. */
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
