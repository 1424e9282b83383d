// A first call of an operation, as one pastes it into a shell.
import type { OpenApiOperation, OpenApiParameter } from '../../../protocol/openapi-types.js';

export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/**
 * `$API_KEY`, `$WRITE_KEY` and ids such as `$BOARD_ID` are shell variables that the reader sets.
 *
 * @param origin where the API is reached
 */
export function curl({ method, path, operation }: Placed, origin: string): string {
  const isWriteKey = Object.keys(operation.security[0] ?? {})[0] === 'write_key';
  const { parameters = [], requestBody } = operation;
  const asked = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const isGet = method === 'get';
  const address = `${origin}${pathOf(path, parameters)}${isGet ? '' : searchOf(asked)}`;
  return [
    `curl${isGet ? (asked.length > 0 ? ' -G' : '') : ` -X ${method.toUpperCase()}`} "${address}"`,
    `-H "Authorization: Bearer $${isWriteKey ? 'WRITE_KEY' : 'API_KEY'}"`,
    ...(isGet
      ? asked.map((one) => `--data-urlencode ${quoted(`${one.name}=${one.example}`)}`)
      : []),
    ...(requestBody === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d ${quoted(JSON.stringify(requestBody.content['application/json']?.example ?? {}))}`,
        ]),
  ].join(' \\\n  ');
}

const pathOf = (path: string, parameters: readonly OpenApiParameter[]): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example;
    return String(example ?? `$${name.replaceAll(/([A-Z])/g, '_$1').toUpperCase()}`);
  });

const searchOf = (asked: readonly OpenApiParameter[]): string => {
  const search = new URLSearchParams(asked.map(({ name, example }) => [name, String(example)]));
  return asked.length === 0 ? '' : `?${search}`;
};

/** Quotes a text for a shell. `"WRITE_KEY"` is left out of the single quotes, so that the variable is filled in. */
const quoted = (text: string): string =>
  `'${text.replaceAll("'", "'\\''")}'`.replace('"WRITE_KEY"', `"'"$WRITE_KEY"'"`);
