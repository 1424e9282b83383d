// The page on hosting lists every setting and every command, and none that does not exist.
import { expect, it } from 'vitest';
import { readSettings } from '../../src/server/settings/settings.js';
import { describeSettings, SETTINGS_HELP } from '../../src/server/settings/settings-help.js';
import { callCli } from '../server/cli/call-cli.js';
import { namesIn, readPage } from './page-names.js';

const page = readPage('self-hosting');
const rows = page.split('\n').filter((line) => line.startsWith('| `'));
const firstCells = rows.map((row) => row.split('|')[1] ?? '');

it('lists every setting, and no others', () => {
  const named = firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z_0-9]+(?:<chain id>)?)`/g)]);
  expect(named.map(([, name]) => name).sort()).toEqual(SETTINGS_HELP.map(([name]) => name).sort());
});

it('the page and --help state the actual defaults', () => {
  const defaults = Object.entries(describeSettings(readSettings({}, '/'))).filter(
    ([name, value]) => value !== null && name !== 'CHAINTRAIL_DATA',
  );
  const onPage = rows.flatMap((row) => {
    const [, names, values] = row.split('|');
    return namesIn(names).map((name, at) => [name, namesIn(values)[at]] as const);
  });
  const byHelp = SETTINGS_HELP.map(([name, text]) => [name, /\((\S+)[^()]*\)$/.exec(text)?.[1]]);
  expect(defaults.length).toBeGreaterThan(15);
  for (const told of [onPage, byHelp]) {
    expect(Object.fromEntries(told)).toMatchObject(
      Object.fromEntries(defaults.map(([name, value]) => [name, `${value}`])),
    );
  }
});

/** The commands that `chaintrail --help` lists, without their arguments. */
const readCommands = async () => {
  const { out } = await callCli(['--help']);
  const [, list = ''] = /Commands:\n([\s\S]*?)\n\n/.exec(out) ?? [];
  return [...list.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*(?: [a-z]+)?)/gm)].map(([, name]) => name);
};

it('lists every command, and no others', async () => {
  const inTable = firstCells.flatMap((cell) => [...cell.matchAll(/`([a-z][a-z -]+)`/g)]);
  const overHttp = page.match(/^Five commands call any server over HTTP.*(\n.+)*/m)?.[0] ?? '';
  const named = [...inTable, ...overHttp.matchAll(/`([a-z]{3,})`/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual((await readCommands()).sort());
});
