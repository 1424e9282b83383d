// Compares server-side tracking with other SDKs and with a hand-written sender, in one run.
//
// Run it by `npm run bench:node [events]`. The other SDKs are installed into a temporary folder.
import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENDERS } from './contenders.mjs';

const RIVALS = ['posthog-node', '@segment/analytics-node', '@snowplow/node-tracker'];
const ROUNDS = 3;
const DEFAULT_EVENTS = 50_000;

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

const installRivals = () => {
  const folder = join(tmpdir(), 'chaintrail-bench-rivals');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  if (RIVALS.every((name) => existsSync(join(folder, 'node_modules', name)))) return folder;
  console.log(`Installing ${RIVALS.join(', ')} into ${folder}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...RIVALS], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return folder;
};

const firstMessage = (child) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const measure = async (name, settings) => {
  const child = fork(file('measure.mjs'), [name, JSON.stringify(settings)], {
    execArgv: ['--expose-gc', '--no-warnings'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const result = await firstMessage(child);
  const report = await (await fetch(settings.origin)).json();
  return {
    ...result,
    wireBytes: report.bytes / settings.events,
    lost: settings.events - report.events,
  };
};

const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column])).join('  '));
  }
};

const main = async () => {
  const events = Number(process.argv[2] ?? DEFAULT_EVENTS);
  const rivals = installRivals();
  const collector = fork(file('collector.mjs'));
  const port = await firstMessage(collector);
  const results = new Map(Object.keys(CONTENDERS).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of results.keys()) {
      const spool = mkdtempSync(join(tmpdir(), 'chaintrail-bench-spool-'));
      const settings = { origin: `http://127.0.0.1:${port}`, dist, spool, rivals, events };
      results.get(name).push(await measure(name, settings));
      rmSync(spool, { recursive: true, force: true });
    }
  }
  collector.kill();

  const of = (name, key) => median(results.get(name).map((result) => result[key]));
  const ratio = (name, key, base) => `${(of(name, key) / of(base, key)).toFixed(2)}x`;
  const fixed = (name, key, digits = 0) => of(name, key).toFixed(digits);
  console.log(`\nNode ${process.version}, ${events} events, median of ${ROUNDS} rounds\n`);
  table([
    [
      '',
      'call',
      'of bare',
      'p99',
      'events/s',
      'CPU s/million',
      'of hand-made',
      'peak MB',
      'loop p99',
      'bytes/event',
      'lost',
    ],
    ...[...results.keys()].map((name) => [
      name,
      `${fixed(name, 'callNs')} ns`,
      ratio(name, 'callNs', 'bare push'),
      `${(of(name, 'call99Ns') / 1_000).toFixed(1)} us`,
      name === 'bare push' ? '-' : fixed(name, 'perSecond'),
      fixed(name, 'cpuSeconds', 2),
      ratio(name, 'cpuSeconds', 'hand-made loop'),
      fixed(name, 'peakMb'),
      `${fixed(name, 'loopDelayMs', 1)} ms`,
      fixed(name, 'wireBytes'),
      name === 'bare push' || name === 'ready batches' ? '-' : fixed(name, 'lost'),
    ]),
  ]);
};

await main();
