// Settings: defaults, every variable, and every fault at once.
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIFECYCLE } from '../../../src/server/profiles/lifecycle.js';
import { readSettings, SettingsError } from '../../../src/server/settings/settings.js';
import { describeSettings, SETTINGS_HELP } from '../../../src/server/settings/settings-help.js';

describe('readSettings', () => {
  it('has defaults for everything', () => {
    expect(readSettings({}, '/here')).toEqual({
      host: '127.0.0.1',
      port: 4318,
      dataDirectory: '/here/.chaintrail',
      log: 'errors',
      rateLimit: { perSecond: 100, per15Minutes: 10_000 },
      idempotencyTtlHours: 24,
      boardsPerProject: 100,
      alerts: { everySeconds: 300, allowPrivate: false },
      eventRequestsPerSecond: 0,
      maxJournalBytes: 1_000_000_000,
      demo: true,
      bots: 'drop',
      corsOrigins: [],
      lifecycle: DEFAULT_LIFECYCLE,
      rpc: { urls: {}, confirmations: 12, pollSeconds: 12 },
      retentionDays: 0,
      stopTimeoutSeconds: 25,
    });
  });

  it('reads every variable that the help names', () => {
    const env = {
      PORT: '0',
      HOST: '0.0.0.0',
      CHAINTRAIL_DATA: '../data',
      ANALYTICS_URL: 'https://us%40er:pa%2Fss@clickhouse.example:8443/events',
      ANALYTICS_CLUSTER: 'main',
      APPLICATION_URL: 'postgres://user:secret@db.example/app?sslmode=require',
      PUBLIC_URL: 'https://events.example.com/',
      LOG: 'json',
      RATE_LIMIT_PER_SECOND: '0',
      RATE_LIMIT_PER_15_MINUTES: '5',
      RATE_LIMIT_EVENTS_PER_SECOND: '6',
      IDEMPOTENCY_TTL: '48',
      BOARDS_PER_PROJECT: '7',
      CHAT_URL: 'https://models.example/v1/',
      CHAT_MODEL: 'small',
      CHAT_KEY: 'sk-1',
      ALERTS_EVERY_SECONDS: '60',
      WEBHOOKS_TO_PRIVATE: 'on',
      SMTP_URL: 'smtps://user:secret@mail.example:465',
      SMTP_FROM: 'Chaintrail <alerts@example.com>',
      PAYMENT_FACILITATOR_URL: 'https://facilitator.example/',
      PAYMENT_FACILITATOR_KEY: 'fk-1',
      PAYMENT_TO: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
      PAYMENT_WORKSPACE: 'ws_1',
      PAYMENT_NETWORK: 'base-sepolia',
      PAYMENT_PRICE: '1.5',
      MAX_JOURNAL_BYTES: '2000000',
      DEMO: 'on',
      BOTS: 'keep',
      GEOIP_DB: '../countries.mmdb',
      TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1',
      CORS_ORIGINS: 'https://app.example.com/, http://localhost:3000',
      METRICS_TOKEN: 'm3trics',
      'RPC_URL_<chain id>': '',
      RPC_CONFIRMATIONS: '3',
      RPC_POLL_SECONDS: '2',
      EVENTS_RETENTION_DAYS: '395',
      LIFECYCLE_CHURNED_DAYS: '60',
      LIFECYCLE_NEW_DAYS: '7',
      LIFECYCLE_POWER_USER_DAYS: '10',
      LIFECYCLE_RESURRECTED_DAYS: '45',
      LIFECYCLE_AT_RISK_DAYS: '21',
      STOP_TIMEOUT_SECONDS: '5',
    };
    expect(SETTINGS_HELP.map(([name]) => name).sort()).toEqual(Object.keys(env).sort());
    expect(readSettings(env, '/here/deep')).toEqual({
      host: '0.0.0.0',
      port: 0,
      dataDirectory: '/here/data',
      clickhouse: {
        origin: 'https://clickhouse.example:8443',
        username: 'us@er',
        password: 'pa/ss',
        database: 'events',
        cluster: 'main',
      },
      postgresUrl: 'postgres://user:secret@db.example/app?sslmode=require',
      publicUrl: 'https://events.example.com',
      log: 'json',
      rateLimit: { perSecond: 0, per15Minutes: 5 },
      idempotencyTtlHours: 48,
      boardsPerProject: 7,
      chat: { url: 'https://models.example/v1', model: 'small', key: 'sk-1' },
      alerts: {
        ...{ everySeconds: 60, allowPrivate: true, dashboard: 'https://events.example.com' },
        mail: {
          url: 'smtps://user:secret@mail.example:465',
          from: 'Chaintrail <alerts@example.com>',
        },
      },
      payments: {
        url: 'https://facilitator.example',
        key: 'fk-1',
        payTo: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
        workspaceId: 'ws_1',
        network: 'base-sepolia',
        asset: {
          address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          name: 'USDC',
          version: '2',
        },
        amount: '1500000',
      },
      eventRequestsPerSecond: 6,
      maxJournalBytes: 2_000_000,
      demo: true,
      bots: 'keep',
      geoipDatabase: '/here/countries.mmdb',
      trustProxy: 'loopback,10.0.0.0/8,::1',
      corsOrigins: ['https://app.example.com', 'http://localhost:3000'],
      metricsToken: 'm3trics',
      lifecycle: {
        churnedDays: 60,
        newDays: 7,
        powerUserDays: 10,
        resurrectedDays: 45,
        atRiskDays: 21,
      },
      rpc: { urls: {}, confirmations: 3, pollSeconds: 2 },
      retentionDays: 395,
      stopTimeoutSeconds: 5,
    });
  });

  it.each<[Record<string, string>, string]>([
    [{ CHAT_URL: 'models.example', CHAT_MODEL: 'm' }, 'CHAT_URL must be an http'],
    [{ CHAT_URL: 'https://user:pass@models.example', CHAT_MODEL: 'm' }, 'without user'],
    [{ CHAT_URL: 'https://models.example' }, 'CHAT_URL needs CHAT_MODEL'],
    [{ CHAT_MODEL: 'm' }, 'CHAT_MODEL needs CHAT_URL'],
    [{ CHAT_KEY: 'telltale' }, 'CHAT_KEY needs CHAT_URL'],
    [{ CHAT_URL: 'https://a.example', CHAT_MODEL: 'm', CHAT_KEY: 'telltale ü' }, 'CHAT_KEY must'],
  ])('refuses an incomplete model of the chat: %j', (env, fault) => {
    expect(() => readSettings(env, '/here')).toThrow(fault);
    expect(() => readSettings(env, '/here')).not.toThrow(/telltale|pass@/);
  });

  it.each<[Record<string, string>, string]>([
    [{ PAYMENT_TO: '0x1' }, 'PAYMENT_TO needs PAYMENT_FACILITATOR_URL'],
    [{ PAYMENT_FACILITATOR_URL: 'https://f.example' }, 'PAYMENT_TO must be'],
    [
      { PAYMENT_FACILITATOR_URL: 'https://f.example', PAYMENT_TO: 'vitalik.eth' },
      'PAYMENT_TO must be the EVM address that receives payments; it is "vitalik.eth".',
    ],
    [{ PAYMENT_FACILITATOR_URL: 'https://f.example' }, 'needs PAYMENT_WORKSPACE'],
    [{ PAYMENT_FACILITATOR_URL: 'https://f.example', PAYMENT_PRICE: '0' }, 'PAYMENT_PRICE'],
    [{ PAYMENT_FACILITATOR_URL: 'https://f.example', PAYMENT_PRICE: '1e3' }, 'PAYMENT_PRICE'],
    [{ PAYMENT_FACILITATOR_URL: 'https://f.example', PAYMENT_NETWORK: 'mars' }, 'base-sepolia'],
  ])('refuses incomplete payments: %j', (env, fault) => {
    expect(() => readSettings(env, '/here')).toThrow(fault);
  });

  it('serves the demo only on this machine by default', () => {
    const demoAt = (env: Record<string, string>) => readSettings(env, '/here').demo;
    expect(demoAt({ HOST: 'localhost' })).toBe(true);
    expect(demoAt({ HOST: '0.0.0.0' })).toBe(false);
    expect(demoAt({ HOST: '::' })).toBe(false);
    expect(demoAt({ HOST: '127.0.0.1', DEMO: 'off' })).toBe(false);
    expect(demoAt({ PUBLIC_URL: 'http://localhost:8080' })).toBe(true);
    expect(demoAt({ PUBLIC_URL: 'https://events.example.com' })).toBe(false);
    expect(demoAt({ TRUST_PROXY: 'loopback' })).toBe(false);
    expect(demoAt({ TRUST_PROXY: 'loopback', DEMO: 'on' })).toBe(true);
  });

  it('names every fault at once, with the value', () => {
    const env = {
      PORT: '70000',
      LOG: 'loud',
      PUBLIC_URL: 'example.com',
      RATE_LIMIT_PER_SECOND: '-1',
      MAX_JOURNAL_BYTES: 'much',
      CHAINTRAIL_DATA: '/a*b',
      BOTS: 'some',
      TRUST_PROXY: '10.0.0.0/33',
      CORS_ORIGINS: 'https://app.example.com/path',
      STOP_TIMEOUT_SECONDS: '0',
      METRICS_TOKEN_FILE: '/nowhere/token',
    };
    let error: unknown;
    try {
      readSettings(env, '/here');
    } catch (thrown) {
      error = thrown;
    }
    if (!(error instanceof SettingsError)) throw new Error('No SettingsError.');
    expect(error.faults).toHaveLength(11);
    for (const [name, value] of Object.entries(env)) {
      expect(
        error.faults.filter((fault) => fault.startsWith(name) && fault.includes(value)),
      ).toHaveLength(1);
    }
  });
});

it('accepts a cluster only with a ClickHouse server', () => {
  expect(() => readSettings({ ANALYTICS_CLUSTER: 'main' }, '/here')).toThrow('ANALYTICS_URL');
  const env = { ANALYTICS_URL: 'http://ch:8123', ANALYTICS_CLUSTER: 'a b' };
  expect(() => readSettings(env, '/here')).toThrow('it is "a b"');
});

it('describes every variable that the help names', () => {
  const described = Object.keys(describeSettings(readSettings({}, '/here')));
  expect(described.sort()).toEqual(SETTINGS_HELP.map(([name]) => name).sort());
});
