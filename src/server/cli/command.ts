// The types of a command of the command line: its words, its options, and its output.
import type { ServerSettings } from '../settings/settings.js';
import type { CliProcess } from './cli-process.js';

/** The command was called wrongly; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command cannot do what it was asked; the message says why and what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface CommandOption {
  /** The placeholder of the value in the help. Without it, the option is a switch. */
  readonly value?: string;
  readonly text: string;
}

/** The parsed arguments of a command. */
export interface Call {
  /** @throws {UsageError} when the option was not given */
  required(option: string): string;
  optional(option: string): string | undefined;
  /** Whether a switch was given. */
  switched(option: string): boolean;
  /** The argument at a position after the command's words. */
  positional(index: number): string;
  /** @throws {UsageError} when the value is not a whole number in the range */
  whole(option: string, range: { fallback: number; least: number; most: number }): number;
  /** The server's settings of the environment, read and checked on first access. @throws SettingsError */
  readonly settings: ServerSettings;
  readonly workingDirectory: string;
  /** For piped input, and for messages while the command runs. */
  readonly host: CliProcess;
}

/** The output of a command in both forms. */
export interface Output {
  /** Printed with `--json`. */
  readonly data: unknown;
  /** Printed without `--json`. */
  readonly text: string;
  /** Something could not be done: the exit status is 1. */
  readonly isPartial?: boolean;
}

export interface Command {
  /** The command's words, such as `keys create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of the arguments that must follow the words. */
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Further text for the command's help. */
  readonly details?: string;
  /** Example command lines, without `chaintrail`; the simplest comes first. */
  readonly examples: readonly string[];
  run(call: Call): Promise<Output>;
}
