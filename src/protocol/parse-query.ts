// Turns the text of query strings and paths into the typed values of a schema.
import { type Check, compile, type Issue } from './check.js';
import type { Infer, Schema } from './schema.js';

/** A query string or path as it arrives: each name with its text, or texts when it is repeated. */
export type RawValues = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The typed values, or what is wrong with the given ones. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Compiles the reader of one object schema; unknown names are ignored (decision N-79). */
export function compileQuery<S extends Schema>(schema: S): (raw: RawValues) => Parsed<Infer<S>> {
  const check: Check = compile(schema);
  const readers = Object.entries(schema.properties ?? {}).map(
    ([name, part]) => [name, part, readerOf(part)] as const,
  );
  return (raw) => {
    const entries: [string, unknown][] = [];
    const repeated: Issue[] = [];
    for (const [name, part, read] of readers) {
      const given = Object.hasOwn(raw, name) ? raw[name] : undefined;
      if (given === undefined) continue;
      if (part.type === 'array') entries.push([name, [given].flat()]);
      else if (typeof given === 'string') entries.push([name, read(given)]);
      else repeated.push({ path: name, message: 'must be given once' });
    }
    const value = Object.fromEntries(entries) as Infer<S>;
    // A repeated name is left out of `value`, but must not be reported as missing, too.
    const others = check(value).filter(({ path }) => !repeated.some((one) => one.path === path));
    const issues = [...repeated, ...others];
    return issues.length > 0 ? { ok: false, issues } : { ok: true, value };
  };
}

/** A text that does not read as the type stays text, for the checker to complain about. */
function readerOf(schema: Schema): (text: string) => unknown {
  switch (schema.type) {
    case 'integer': {
      // A long text stays text, since beyond 2^53 it would be read as another number. With a
      // maximum it is read, so that the maximum can refuse it.
      const digits = schema.maximum === undefined ? /^-?\d{1,15}$/ : /^-?\d{1,300}$/;
      // `+ 0` makes 0 of -0, which a database could not read as an integer.
      return (text) => (digits.test(text) ? Number(text) + 0 : text);
    }
    case 'number':
      return (text) => (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text);
    case 'boolean':
      return (text) => (text === 'true' ? true : text === 'false' ? false : text);
    default:
      return (text) => text;
  }
}
