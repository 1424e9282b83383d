// The texts of --help.
import { SETTINGS_HELP } from '../settings/settings-help.js';
import type { Command } from './command.js';

/** A command that parses its own arguments. */
export interface OwnCommand {
  readonly name: string;
  readonly summary: string;
}

const row = ([left, right]: readonly [string, string], width: number): string =>
  `  ${left.padEnd(width)} ${right}`;

const rows = (lines: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...lines.map(([left]) => left.length)) + 1;
  return lines.map((line) => row(line, width)).join('\n');
};

const callOf = ({ name, positionals = [] }: Command): string =>
  [name, ...positionals.map((one) => `<${one}>`)].join(' ');

export const overview = (own: readonly OwnCommand[], commands: readonly Command[]): string => `\
Usage: chaintrail <command> [options]

Commands:
${rows([
  ...own.map(({ name, summary }) => [name, summary] as const),
  ...commands.map((command) => [callOf(command), command.summary] as const),
])}

  --help     show this text, or after a command its own help
  --version  show the version

To try it:
  chaintrail serve
  chaintrail keys create --name reports --scopes query:read
  CHAINTRAIL_API_KEY=ct_... chaintrail top sources --by utm_source

query, top, profile and import call a server over HTTP: set CHAINTRAIL_URL and CHAINTRAIL_API_KEY.
send calls a server as well: set CHAINTRAIL_URL and CHAINTRAIL_WRITE_KEY.
The other commands use the data folder CHAINTRAIL_DATA, as serve does, whether or not a server runs on it.
Exit status: 0 for success, 1 for a failure, 2 for wrong arguments; send also exits with 3 when it stopped
before the end. If chaintrail is not on the PATH, run npx chaintrail.

Environment variables (default):
${rows(SETTINGS_HELP)}
`;

/** The help of one command, or of all commands that begin with the same word. */
export const helpOf = (commands: readonly Command[]): string =>
  commands.map((command) => one(command)).join('\n');

function one(command: Command): string {
  const options = Object.entries({
    ...command.options,
    json: { text: 'print JSON, for programs' },
  }).map(([name, { value, text }]: [string, { value?: string; text: string }]) => {
    const left = value === undefined ? `--${name}` : `--${name} ${value}`;
    return [left, text] as const;
  });
  const parts = [
    `chaintrail ${callOf(command)}: ${command.summary}`,
    command.examples.map((line) => `  chaintrail ${line}`).join('\n'),
    rows(options),
    ...(command.details === undefined ? [] : [command.details]),
  ];
  return `${parts.join('\n\n')}\n`;
}
