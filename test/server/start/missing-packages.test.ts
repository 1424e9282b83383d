// Which packages the server asks for, and in which versions.
import { describe, expect, it } from 'vitest';
import { installedVersion, isInRange } from '../../../src/server/start/installed-version.js';
import { installCommand } from '../../../src/server/start/missing-packages.js';
import { manifest } from '../../support/project.js';

describe('installCommand', () => {
  it('names the missing packages with their version ranges', () => {
    expect(installCommand({})).toBeUndefined();
    const range = manifest.devDependencies.chdb;
    const versionOf = (name: string) => (name === 'chdb' ? undefined : installedVersion(name));
    expect(installCommand({}, versionOf)).toBe(`npm install "chdb@${range}"`);
  });

  it.each([
    [undefined, 'npm install'],
    ['npm/11.4.2 node/v22.17.0 linux x64 workspaces/false', 'npm install'],
    ['pnpm/10.4.1 npm/? node/v22.17.0 linux x64', 'pnpm add'],
    ['yarn/1.22.22 npm/? node/v22.17.0 linux x64', 'yarn add'],
    ['yarn/4.9.2 npm/? node/v22.17.0 linux x64', 'yarn add'],
    ['bun/1.2.18 npm/? node/v24.3.0 linux x64', 'bun add'],
  ])('installs with the package manager that started it: %s', (userAgent, expected) => {
    const versionOf = (name: string) => (name === 'chdb' ? undefined : installedVersion(name));
    const range = manifest.devDependencies.chdb;
    expect(installCommand({}, versionOf, userAgent)).toBe(`${expected} "chdb@${range}"`);
  });

  it('names the packages that are installed in another version', () => {
    const versionOf = (name: string) => (name === 'ethers' ? '5.8.0' : installedVersion(name));
    const range = manifest.devDependencies.ethers;
    expect(installCommand({}, versionOf)).toBe(`npm install "ethers@${range}"`);
  });

  it('knows the version of each package that the server may need', () => {
    const versions = Object.keys(manifest.peerDependencies).map(installedVersion);
    expect(versions).toEqual(versions.map(() => expect.stringMatching(/^\d+\.\d+\.\d+/)));
    expect(installedVersion('no-such-package')).toBeUndefined();
    // An alias, whose package.json has another name.
    expect(installedVersion('react18')).toMatch(/^18\./);
  });

  it.each([
    ['5.12.8', '^5.12.8', true],
    ['5.13.0', '^5.12.8', true],
    ['5.12.9', '^5.12.8', true],
    ['5.12.7', '^5.12.8', false],
    ['5.2.9', '^5.12.8', false],
    ['4.29.1', '^5.12.8', false],
    ['6.0.0', '^5.12.8', false],
    ['0.5.17', '^0.5.16', true],
    ['0.5.2', '^0.5.16', false],
    ['0.6.0', '^0.5.16', false],
    ['1.0.0', '^0.5.16', false],
  ])('%s in %s: %s', (version, range, expected) => {
    expect(isInRange(version, range)).toBe(expected);
  });

  it('names only the packages of the databases in use', () => {
    const embedded = installCommand({}, () => undefined);
    expect(embedded).toMatch(/"chdb@.*"@electric-sql\/pglite@/);
    expect(embedded).not.toMatch(/"pg@|clickhouse/);
    const servers = installCommand(
      {
        clickhouse: { origin: 'http://a', username: '', password: '', database: 'a' },
        postgresUrl: 'postgres://a/b',
      },
      () => undefined,
    );
    expect(servers).toMatch(/"@clickhouse\/client@.*"pg@/);
    expect(servers).not.toMatch(/chdb|pglite/);
  });
});
