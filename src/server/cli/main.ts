// The command line: finds the command, runs it, prints its output, and returns the exit status.
import { readOwnManifest } from '../package-root.js';
import { readSettings, type ServerSettings } from '../settings/settings.js';
import type { CliProcess } from './cli-process.js';
import { closest } from './closest.js';
import { type Command, UsageError } from './command.js';
import { alertsCommands } from './commands/alerts.js';
import { dataCommands } from './commands/data.js';
import { enrichCommands } from './commands/enrich.js';
import { forgetCommands } from './commands/forget.js';
import { importCommands } from './commands/import.js';
import { keysCommands } from './commands/keys.js';
import { configCommands } from './commands/print-config.js';
import { profileCommands } from './commands/profile.js';
import { quarantineCommands } from './commands/quarantine.js';
import { queryCommands } from './commands/query.js';
import { topCommands } from './commands/top.js';
import { workspaceCommands } from './commands/workspaces.js';
import { writeKeyCommands } from './commands/write-keys.js';
import { explain } from './explain.js';
import { helpOf, overview } from './help.js';
import { readCall } from './read-call.js';
import { send, serve } from './run-own.js';

const STATUS = { done: 0, failed: 1, usage: 2 } as const;

const COMMANDS: readonly Command[] = [
  ...queryCommands,
  ...topCommands,
  ...profileCommands,
  ...importCommands,
  ...keysCommands,
  ...writeKeyCommands,
  ...workspaceCommands,
  ...quarantineCommands,
  ...enrichCommands,
  ...forgetCommands,
  ...alertsCommands,
  ...dataCommands,
  ...configCommands,
];

/** Commands that parse their own arguments and print their own messages. */
const OWN = [serve, send];

/** Alternative spellings of commands. */
const ALIASES: Readonly<Record<string, string>> = {
  key: 'keys',
  writekeys: 'writekey',
  workspaces: 'workspace',
  projects: 'project',
};

/** @returns the exit status; a running server keeps the process alive beyond that */
export async function runCli(args: readonly string[], host: CliProcess): Promise<number> {
  const [given = '', ...rest] = args;
  if (given === 'config' && rest[0] === 'print') {
    return runCli(['print-config', ...rest.slice(1)], host);
  }
  const first = ALIASES[given] ?? given;
  const own = OWN.find(({ name }) => name === first);
  if (own !== undefined) return own.run(rest, host);
  if (first === 'help' && rest.length > 0) return runCli([...rest, '--help'], host);
  if (isHelp(first)) return say(host, overview(OWN, COMMANDS));
  if (first === '--version' || first === '-v') return say(host, `${readOwnManifest().version}\n`);
  const family = COMMANDS.filter(({ name }) => name.split(' ', 1)[0] === first);
  const command = family.find(({ name }) => name === first || name === `${first} ${rest[0]}`);
  if (command !== undefined) {
    const behind = rest.slice(command.name.split(' ').length - 1);
    return asksForHelp(behind) ? say(host, helpOf([command])) : runCommand(command, behind, host);
  }
  if (family.length > 0 && rest.every(isHelp) && rest.length > 0) return say(host, helpOf(family));
  host.stderr.write(
    given === ''
      ? `No command.\n\n${overview(OWN, COMMANDS)}`
      : unknown([first, ...rest.slice(0, family.length > 0 ? 1 : 0)], family),
  );
  return STATUS.usage;
}

/** Kept to a few lines, so that the message does not scroll off the screen. */
function unknown(words: readonly string[], family: readonly Command[]): string {
  const given = words.join(' ');
  if (family.length > 0) {
    const names = family.map(({ name }) => name);
    const meant = words.length > 1 ? closest(given, names) : undefined;
    const hint = meant === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${meant}?`;
    return `There is no command "${given}". ${hint}\nFor help: chaintrail ${words[0]} --help\n`;
  }
  const firsts = [...OWN, ...COMMANDS].map(({ name }) => name.split(' ', 1)[0] ?? '');
  const meant = closest(given, firsts);
  const hint = meant === undefined ? '' : `. Did you mean ${meant}?`;
  return `Unknown command: ${given}${hint}\nAll commands: chaintrail --help\n`;
}

const isHelp = (arg: string): boolean => arg === '--help' || arg === '-h' || arg === 'help';

/** In later positions, `help` is an ordinary value: it may be somebody's user id. */
const asksForHelp = ([first, ...rest]: readonly string[]): boolean =>
  first !== undefined && (isHelp(first) || rest.some((arg) => isHelp(arg) && arg !== 'help'));

function say(host: CliProcess, text: string): number {
  host.stdout.write(text);
  return STATUS.done;
}

async function runCommand(
  command: Command,
  args: readonly string[],
  host: CliProcess,
): Promise<number> {
  let settings: ServerSettings | undefined;
  try {
    const { workingDirectory } = host;
    const { call, isJson } = readCall(command, args, {
      get settings() {
        settings ??= readSettings(host.env, workingDirectory);
        return settings;
      },
      workingDirectory,
      host,
    });
    const { data, text, isPartial = false } = await command.run(call);
    say(host, isJson ? `${JSON.stringify(data, null, 2)}\n` : text);
    return isPartial ? STATUS.failed : STATUS.done;
  } catch (error) {
    if (error instanceof UsageError) {
      const [example] = command.examples;
      host.stderr.write(
        `${error.message}\nFor example: chaintrail ${example}\nFor help: chaintrail ${command.name} --help\n`,
      );
      return STATUS.usage;
    }
    const explained = explain(error, settings);
    if (explained === undefined) throw error;
    host.stderr.write(`${explained.trimEnd()}\n`);
    return STATUS.failed;
  }
}
