// Settings that are secrets, or hold some: read also from files, and never shown.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/server/settings/settings.js';
import { describeSettings } from '../../../src/server/settings/settings-help.js';
import { createCleanup } from '../../support/cleanup.js';
import { createTestDirectory } from '../../support/temporary-directory.js';

const cleanUp = createCleanup();

describe('a secret', () => {
  it('can be read from a file, without its line end, and is never shown', async () => {
    const path = await createTestDirectory(cleanUp);
    await writeFile(join(path, 'token'), 'from-a-file\n');
    const settings = readSettings({ METRICS_TOKEN_FILE: 'token' }, path);
    expect(settings.metricsToken).toBe('from-a-file');
    expect(JSON.stringify(describeSettings(settings))).not.toContain('from-a-file');
  });

  it('is hidden in the addresses that are shown', () => {
    const described = describeSettings(
      readSettings(
        {
          ANALYTICS_URL: 'http://me:s3cret@ch:8123/events',
          APPLICATION_URL: 'postgresql://me:s3cret@pg/app?password=s3cret',
        },
        '/here',
      ),
    );
    expect(described).toMatchObject({
      ANALYTICS_URL: 'http://me:(hidden)@ch:8123/events',
      APPLICATION_URL: 'postgresql://me:(hidden)@pg/app?password=(hidden)',
    });
    expect(JSON.stringify(described)).not.toContain('s3cret');
  });

  it.each([
    ['ANALYTICS_URL', 'clickhouse://me:s3cret@ch:9000/events'],
    ['ANALYTICS_URL', 'http://me:s3cret@ch:8123/events?secure=1'],
    ['ANALYTICS_URL', 'http://me:s3cret@ch:8123/my-events'],
    ['APPLICATION_URL', 'mysql://me:s3cret@db/app'],
    ['APPLICATION_URL', 'postgres://me:s3cret@db'],
    ['APPLICATION_URL', 's3cret'],
    ['APPLICATION_URL', 'postgres://me:1/s3cret@db/app'],
    ['APPLICATION_URL', 'postgres://me:1/2?s3cret@db/app'],
    ['APPLICATION_URL', 'postgres://me:1/2#s3cret@db/app'],
    ['APPLICATION_URL', 'postgres://me:s3cret#1@db/app'],
  ])('in %s is not shown in the error message', (name, value) => {
    const read = () => readSettings({ [name]: value }, '/here');
    expect(read).toThrow(`${name} must`);
    expect(read).not.toThrow('s3cret');
  });

  it('is refused when given directly and by a file', () => {
    const env = { METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: 'b' };
    expect(() => readSettings(env, '/here')).toThrow('METRICS_TOKEN and METRICS_TOKEN_FILE');
  });
});

describe('RPC endpoints', () => {
  it('are read for each chain, also from files, and never shown', async () => {
    const path = await createTestDirectory(cleanUp);
    const file = join(path, 'rpc');
    await writeFile(file, 'https://base.example/v2/k3y\n');
    const settings = readSettings(
      { RPC_URL_1: 'https://user:pass@main.example/v3/k3y', RPC_URL_8453_FILE: file },
      '/here',
    );
    expect(settings.rpc.urls).toEqual({
      1: 'https://user:pass@main.example/v3/k3y',
      8453: 'https://base.example/v2/k3y',
    });
    const shown = describeSettings(settings);
    expect(Object.keys(shown)).toEqual(expect.arrayContaining(['RPC_URL_1', 'RPC_URL_8453']));
    expect(JSON.stringify(shown)).not.toMatch(/k3y|pass|example/);
  });

  it.each([
    [{ RPC_URL_mainnet: 'https://rpc.example/k3y' }, 'RPC_URL_mainnet'],
    [{ RPC_URL_0: 'https://rpc.example/k3y' }, 'RPC_URL_0'],
    [{ RPC_URL_1: 'wss://rpc.example/k3y' }, 'RPC_URL_1'],
    [{ RPC_URL_1: 'rpc.example/k3y' }, 'RPC_URL_1'],
    [{ RPC_URL_1_FILE: '/nowhere/rpc' }, 'RPC_URL_1_FILE'],
    [{ RPC_CONFIRMATIONS: '-1' }, 'RPC_CONFIRMATIONS'],
    [{ RPC_CONFIRMATIONS: '10001' }, 'RPC_CONFIRMATIONS'],
    [{ RPC_POLL_SECONDS: '0' }, 'RPC_POLL_SECONDS'],
  ])('are refused for %j', (env, name) => {
    expect(() => readSettings(env, '/here')).toThrow(name);
    expect(() => readSettings(env, '/here')).not.toThrow('k3y');
  });
});
