// Parses the arguments of a command.
import { parseArgs } from 'node:util';
import type { ServerSettings } from '../settings/settings.js';
import type { CliProcess } from './cli-process.js';
import { closest } from './closest.js';
import { type Call, type Command, UsageError } from './command.js';

export interface Surroundings {
  readonly settings: ServerSettings;
  readonly workingDirectory: string;
  readonly host: CliProcess;
}

/** @throws {UsageError} that says which argument is wrong */
export function readCall(
  command: Command,
  args: readonly string[],
  surroundings: Surroundings,
): { readonly call: Call; readonly isJson: boolean } {
  const { values, positionals } = parse(command, args);
  const wanted = command.positionals ?? [];
  const missing = wanted.slice(positionals.length).map((name) => `<${name}>`);
  if (missing.length > 0) throw new UsageError(`${missing.join(' ')} is missing.`);
  const empty = wanted.find((_, index) => positionals[index]?.trim() === '');
  if (empty !== undefined) throw new UsageError(`<${empty}> is empty.`);
  const [surplus] = positionals.slice(wanted.length);
  if (surplus !== undefined) throw new UsageError(`Unexpected argument "${surplus}".`);

  const optional = (option: string): string | undefined => {
    const value: unknown = (values as Readonly<Record<string, unknown>>)[option];
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.trim() === '') {
      throw new UsageError(
        `--${option} is empty: use --${option} ${placeholderOf(command, option)}.`,
      );
    }
    return value.trim();
  };
  const call: Call = {
    // A getter, so that wrong server settings do not stop commands that need none.
    get settings() {
      return surroundings.settings;
    },
    workingDirectory: surroundings.workingDirectory,
    host: surroundings.host,
    optional,
    required(option) {
      const value = optional(option);
      if (value !== undefined) return value;
      throw new UsageError(`--${option} ${placeholderOf(command, option)} is missing.`);
    },
    switched: (option) => (values as Readonly<Record<string, unknown>>)[option] === true,
    positional: (index) => positionals[index] ?? '',
    whole(option, { fallback, least, most }) {
      const text = optional(option);
      if (text === undefined) return fallback;
      const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= least && value <= most) return value;
      throw new UsageError(
        `--${option} must be a whole number, ${least} to ${most}; it is "${text}".`,
      );
    },
  };
  return { call, isJson: values.json === true };
}

const placeholderOf = (command: Command, option: string): string =>
  command.options?.[option]?.value ?? '';

function parse(command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageError(faultOf(error, command));
  }
}

/** What Node says of wrong arguments, in the words of this command line. */
function faultOf(error: unknown, command: Command): string {
  // Node's message goes on to explain how to pass unusual values; its first sentence is enough.
  const [said = ''] = String(error instanceof Error ? error.message : error).split(/\.\s/, 1);
  // The next argument begins with a dash: it may be another option, or the value.
  const unclear = /^Option '--([\w-]+).* argument is ambiguous$/.exec(said)?.[1];
  if (unclear !== undefined) {
    const value = placeholderOf(command, unclear);
    return `--${unclear} ${value} is missing. If it begins with a dash: --${unclear}=${value}`;
  }
  const given = /^Unknown option '--(\S+)'$/.exec(said)?.[1];
  const meant = given && closest(given, [...Object.keys(command.options ?? {}), 'json']);
  return `${said.replace(/\.$/, '')}.${meant ? ` Did you mean --${meant}?` : ''}`;
}
