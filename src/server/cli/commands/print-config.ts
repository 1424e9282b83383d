// `chaintrail print-config`: prints the effective settings, without secrets.
import { describeSettings } from '../../settings/settings-help.js';
import type { Command } from '../command.js';
import { mistypedSettings } from '../mistyped-settings.js';

const printConfig: Command = {
  name: 'print-config',
  summary: 'show the settings that serve would use, without secrets',
  examples: ['print-config', 'print-config --json'],
  async run({ settings, host }) {
    for (const line of mistypedSettings(host.env)) host.stderr.write(`${line}\n`);
    const data = describeSettings(settings);
    const width = Math.max(...Object.keys(data).map((name) => name.length));
    const lines = Object.entries(data).map(
      ([name, value]) => `${name.padEnd(width)}  ${value === null ? '(not set)' : value}\n`,
    );
    return { data, text: lines.join('') };
  },
};

export const configCommands: readonly Command[] = [printConfig];
