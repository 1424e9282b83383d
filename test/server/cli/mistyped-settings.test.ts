// Warns about mistyped settings, which would be ignored: a mistyped METRICS_TOKEN leaves `/metrics` open.
import { expect, it } from 'vitest';
import { mistypedSettings } from '../../../src/server/cli/mistyped-settings.js';
import { SETTINGS_HELP } from '../../../src/server/settings/settings-help.js';
import { callCli } from './call-cli.js';

it.each([
  ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ['metrics_token', 'METRICS_TOKEN'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['CHAINTRAIL_PORT', 'PORT'],
  ['PUBLIC_URL_FILE', 'PUBLIC_URL'],
  ['APLICATION_URL_FILE', 'APPLICATION_URL_FILE'],
  ['RPC_URL', 'RPC_URL_<chain id>'],
  ['CHAINTRAIL_RPC_URL', 'RPC_URL_<chain id>'],
])('%s is reported, with %s as the suggestion', (name, meant) => {
  expect(mistypedSettings({ [name]: 'x' })).toEqual([
    `${name} is not a setting and is ignored. Did you mean ${meant}?`,
  ]);
});

it('does not report settings, and variables of other programs', () => {
  const settings = SETTINGS_HELP.map(([name]) => name);
  const names = 'APPLICATION_URL_FILE RPC_URL_1 RPC_URL_8453_FILE'
    .concat(' CHAINTRAIL_API_KEY CHAINTRAIL_URL CHAINTRAIL_BASE_URL CHAINTRAIL_LOG')
    .split(' ')
    .concat(settings, 'HOME HOSTNAME PATH LOGNAME SMTP_HOST CHAT_ID CHAINTRAIL_OF_ACME'.split(' '));
  expect(mistypedSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  expect(mistypedSettings({ METRIC_TOKEN: '' })).toEqual([]);
});

it.each([['print-config'], ['serve']])(
  '%s prints the warning to standard error',
  async (command) => {
    // With this folder, `serve` ends before it starts anything.
    const env = { METRIC_TOKEN: 'x', CHAINTRAIL_DATA: '/dev/null/data' };
    const { out, err } = await callCli([command], { env });
    expect(err).toMatch(
      /^METRIC_TOKEN is not a setting and is ignored\. Did you mean METRICS_TOKEN\?\n/,
    );
    expect(out).not.toContain('METRIC_TOKEN is');
  },
);
