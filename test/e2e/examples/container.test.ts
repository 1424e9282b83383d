// The container of `self-hosted`, tested with processes of this machine, since there is no Docker
// where the tests run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTINGS_HELP } from '../../../src/server/settings/settings-help.js';
import { callCli } from '../../server/cli/call-cli.js';
import { createCleanup } from '../../support/cleanup.js';
import { fromRoot, manifest } from '../../support/project.js';
import { run } from '../../support/run.js';
import { startServerProcess } from '../../support/server.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { unusedPort } from '../../support/unused-port.js';

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const read = (name: string) => readFileSync(fromRoot(`examples/self-hosted/${name}`), 'utf8');

const readCompose = (name: string): Compose => parse(read(name), { merge: true });

/** The only instruction of that name in the last stage, on one line. */
const instruction = (name: string): string => {
  const stage =
    read('Dockerfile')
      .split(/^FROM .*$/m)
      .at(-1) ?? '';
  const lines = stage.replaceAll(/\\\n\s*/g, '').split('\n');
  const found = lines.filter((line) => line.startsWith(`${name} `));
  expect(found, name).toHaveLength(1);
  return found[0]?.slice(name.length + 1) ?? '';
};

const imageEnv = (): Record<string, string> =>
  Object.fromEntries([...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k, v]));

const PASSWORDS = { CLICKHOUSE_PASSWORD: 'p%40ss', POSTGRES_PASSWORD: 'w%2Ford' };

/** As Compose fills it in, in a shell that has only the passwords. */
const environmentOf = ({ environment = {} }: Service): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === null
        ? []
        : [[name, value.replaceAll(/\$\{(\w+):[-?]([^}]*)\}/g, fromShell)] as const],
    ),
  );
const fromShell = (_: string, name: string, otherwise: string) =>
  PASSWORDS[name as keyof typeof PASSWORDS] ?? otherwise;

const ours = ({ services }: Compose): readonly Service[] =>
  Object.values(services).filter(({ image }) => image === 'chaintrail');

const cleanUp = createCleanup();

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (file) => {
  const compose = readCompose(file);

  it('uses only existing settings, with values that the server accepts', async () => {
    const known = SETTINGS_HELP.map(([name]) => name);
    expect(ours(compose).length).toBeGreaterThan(0);
    for (const service of ours(compose)) {
      expect(known).toEqual(expect.arrayContaining(Object.keys(service.environment ?? {})));
      const env = { ...imageEnv(), ...environmentOf(service) };
      const { status, out, err } = await callCli(['print-config', '--json'], { env });
      expect([status, err], out).toEqual([0, '']);
      const seconds = Number.parseInt(service.stop_grace_period ?? '', 10);
      expect(seconds).toBeGreaterThan(JSON.parse(out).STOP_TIMEOUT_SECONDS);
    }
  });

  it('stores the data of each process in a volume of its own', () => {
    const volumes = ours(compose).map(({ volumes: all = [] }) =>
      all.find((one) => one.endsWith(`:${imageEnv().CHAINTRAIL_DATA}`)),
    );
    expect(volumes).not.toContain(undefined);
    expect(new Set(volumes).size).toBe(volumes.length);
    const used = Object.values(compose.services).flatMap(({ volumes: all = [] }) => all);
    expect(Object.keys(compose.volumes).toSorted()).toEqual(
      used.map((one) => one.split(':')[0]).toSorted(),
    );
  });
});

it('of several processes connects them to the databases that it starts', () => {
  const compose = readCompose('compose.scale.yaml');
  const { clickhouse = {}, postgres = {} } = compose.services;
  const [clickhouseEnv, postgresEnv] = [environmentOf(clickhouse), environmentOf(postgres)];
  for (const service of ours(compose)) {
    expect(Object.keys(service.depends_on ?? {})).toEqual(['clickhouse', 'postgres']);
    const env = environmentOf(service);
    expect(env.ANALYTICS_URL).toBe(
      `http://${clickhouseEnv.CLICKHOUSE_USER}:${clickhouseEnv.CLICKHOUSE_PASSWORD}@clickhouse:8123/${clickhouseEnv.CLICKHOUSE_DB}`,
    );
    expect(env.APPLICATION_URL).toBe(
      `postgres://${postgresEnv.POSTGRES_USER}:${postgresEnv.POSTGRES_PASSWORD}@postgres:5432/${postgresEnv.POSTGRES_DB}`,
    );
  }
});

it('starts with its command, reports when it is healthy, and stops', async () => {
  const [program = '', ...args] = [
    ...JSON.parse(instruction('ENTRYPOINT')),
    ...JSON.parse(instruction('CMD')),
  ];
  expect(Object.keys(manifest.bin)).toContain(program);
  expect(args).toEqual(['serve']);
  const [service = {}] = ours(readCompose('compose.yaml'));
  const port = String(await unusedPort());
  const dataDirectory = await createTestDirectory(cleanUp);
  const [node, ...check] = JSON.parse(instruction('HEALTHCHECK').replace(/^.* CMD /, ''));
  expect(node).toBe('node');
  const isHealthy = async () =>
    (await run(process.execPath, check, { cwd: dataDirectory, env: { PORT: port } })).status;

  expect(await isHealthy()).toBe(1);
  // The test chooses its own paths and ports.
  const { PATH: _path, HOST: _host, PORT: _port, CHAINTRAIL_DATA: _data, ...env } = imageEnv();
  const server = await startServerProcess({
    dataDirectory,
    port,
    env: { ...env, ...environmentOf(service) },
  });
  expect(server.output()).toContain(`serves ${environmentOf(service).PUBLIC_URL}\n`);
  expect(await isHealthy()).toBe(0);
  expect(await server.end('SIGTERM')).toBe(0);
});

it('installs what the server needs, in the versions of the lock file', async () => {
  const [, list = ''] = read('Dockerfile').match(/^RUN (node -e "[^"]*") > \S+$/m) ?? [];
  const { status, stdout, output } = await run('bash', ['-ec', list], { cwd: fromRoot('.') });
  expect(status, output).toBe(0);
  const installed = stdout.trimEnd().split('\n');
  expect(installed.map((one) => one.replace(/@\d+\.\d+\.\d+[-\w.]*$/, ''))).toEqual(
    Object.keys(manifest.peerDependencies),
  );
});
