// The commands that parse their own arguments: `serve` and `send`.

import { readSettings, type ServerSettings } from '../settings/settings.js';
import { SETTINGS_HELP } from '../settings/settings-help.js';
import type { CliProcess } from './cli-process.js';
import { explain } from './explain.js';
import type { OwnCommand } from './help.js';
import { mistypedSettings } from './mistyped-settings.js';
import { requirePackages } from './with-admin.js';

interface RunnableOwn extends OwnCommand {
  run(args: readonly string[], host: CliProcess): Promise<number>;
}

export const serve: RunnableOwn = {
  name: 'serve',
  summary: 'start the server',
  async run(args, host) {
    const [first] = args;
    if (first === '--help' || first === '-h') {
      host.stdout.write('chaintrail serve: start the server.\n\n  PORT=8080 chaintrail serve\n');
      return 0;
    }
    if (first !== undefined) {
      host.stderr.write(
        `serve does not accept "${first}". Set it up with environment variables: ${inEnvironment(args)}\n` +
          'All settings: chaintrail --help\n',
      );
      return 2;
    }
    return startServer(host);
  },
};

/**
 * Suggests the environment variable that does the same as an option: PORT=80 for `--port 80` or `--port=80`.
 */
function inEnvironment([option = '', next = '...']: readonly string[]): string {
  const [flag = '', value = next] = option.split(/=(.*)/s, 2);
  const name = flag.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const isSetting = SETTINGS_HELP.some(([setting]) => setting === name);
  return isSetting ? `${name}=${value} chaintrail serve` : 'PORT=8080 chaintrail serve';
}

async function startServer(host: CliProcess): Promise<number> {
  let settings: ServerSettings | undefined;
  try {
    settings = readSettings(host.env, host.workingDirectory);
    requirePackages(settings);
    for (const line of mistypedSettings(host.env)) host.stderr.write(`${line}\n`);
    const { serve: start } = await import('../start/serve.js');
    await start(settings);
    return 0;
  } catch (error) {
    const explained = explain(error, settings);
    if (explained === undefined) throw error;
    host.stderr.write(`${explained.trimEnd()}\n`);
    return 1;
  }
}

export const send: RunnableOwn = {
  name: 'send',
  summary: 'send the events of a file or of standard input to a server',
  async run(args, host) {
    const { runSend } = await import('../send/send-command.js');
    const interrupted = new AbortController();
    const stop = (): void => {
      // A second signal ends the command at once.
      if (interrupted.signal.aborted) process.exit(130);
      interrupted.abort();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
    return runSend(args, { ...host, signal: interrupted.signal });
  },
};
