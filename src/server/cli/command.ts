// What a command of the command line is: its words, its options, and what it answers.
import type { ServerSettings } from '../settings.js';
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
  /** What stands for the value in the help; without it, the option is a switch. */
  readonly value?: string;
  readonly text: string;
}

/** A command line that was read. */
export interface Call {
  /** @throws {UsageError} when it was not given */
  required(option: string): string;
  optional(option: string): string | undefined;
  /** Whether a switch was given. */
  switched(option: string): boolean;
  /** The value at a place behind the command's words. */
  positional(index: number): string;
  /** @throws {UsageError} when it is no whole number in the range */
  whole(option: string, range: { fallback: number; least: number; most: number }): number;
  /** The environment of a server, checked when it is asked for. @throws SettingsError */
  readonly settings: ServerSettings;
  readonly workingDirectory: string;
  /** For input that is piped, and for what is said on the way. */
  readonly host: CliProcess;
}

/** An answer in both of its forms. */
export interface Output {
  /** Printed with `--json`. */
  readonly data: unknown;
  /** Printed without. */
  readonly text: string;
  /** Part of it was not done: the exit status is 1. */
  readonly isPartial?: boolean;
}

export interface Command {
  /** Its words, such as `keys create`. */
  readonly name: string;
  readonly summary: string;
  /** Names of what must follow the words. */
  readonly positionals?: readonly string[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** What else its help says. */
  readonly details?: string;
  /** Command lines without `chaintrail`; the first is the plainest. */
  readonly examples: readonly string[];
  run(call: Call): Promise<Output>;
}
