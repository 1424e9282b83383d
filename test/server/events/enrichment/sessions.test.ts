// Sessions of events without a session id, and the daily salt, which is deleted afterwards.
import { describe, expect, it } from 'vitest';
import type { ApplicationSql } from '../../../../src/server/database/ports.js';
import {
  createDailySalt,
  createSaltExpiry,
  loadSharedSalt,
} from '../../../../src/server/events/enrichment/daily-salt.js';
import { sessionIdOf } from '../../../../src/server/events/enrichment/session-id.js';

const DAY_MS = 86_400_000;
const noon = Date.UTC(2026, 0, 2, 12);

describe('sessionIdOf', () => {
  const visit = {
    salt: 's',
    projectId: 'p',
    address: '192.0.2.7',
    userAgent: 'Firefox',
    visitor: 'v',
    day: 1,
  };

  it('is the same for the same visit, and depends on every part', () => {
    expect(sessionIdOf(visit)).toBe(sessionIdOf({ ...visit }));
    const others = (Object.keys(visit) as (keyof typeof visit)[]).map((part) =>
      sessionIdOf({ ...visit, [part]: 'other' }),
    );
    expect(new Set([sessionIdOf(visit), ...others]).size).toBe(7);
    expect(sessionIdOf({ ...visit, address: 'a', userAgent: 'bc' })).not.toBe(
      sessionIdOf({ ...visit, address: 'ab', userAgent: 'c' }),
    );
  });

  it('does not contain the address', () => {
    expect(sessionIdOf(visit)).toMatch(/^[\w-]{22}$/);
  });
});

describe('createDailySalt', () => {
  it('keeps one salt for a day, and makes another for the next', () => {
    const saltOf = createDailySalt();
    expect(saltOf(noon)).toMatch(/^[0-9a-f]{64}$/);
    expect(saltOf(noon + DAY_MS / 4)).toBe(saltOf(noon));
    const first = saltOf(noon);
    expect(saltOf(noon + DAY_MS)).not.toBe(first);
  });

  it('loads the salt once a day, and then returns it synchronously', async () => {
    const days: string[] = [];
    const saltOf = createDailySalt(async (day) => {
      days.push(day);
      return `salt of ${day}`;
    });
    const [one, other] = await Promise.all([saltOf(noon), saltOf(noon + 1)]);
    expect([one, other]).toEqual(['salt of 2026-01-02', 'salt of 2026-01-02']);
    expect(saltOf(noon)).toBe('salt of 2026-01-02');
    expect(days).toEqual(['2026-01-02']);
  });

  it.each([
    ['cannot load it', () => Promise.reject(new Error('down'))],
    ['gets no answer', () => new Promise<string>(() => {})],
  ])('uses a salt of its own when it %s', async (_, load) => {
    const failures: unknown[] = [];
    const saltOf = createDailySalt(load, (error) => failures.push(error), 1);
    expect(await saltOf(noon)).toMatch(/^[0-9a-f]{64}$/);
    expect(saltOf(noon)).toMatch(/^[0-9a-f]{64}$/);
    expect(failures).toHaveLength(1);
  });
});

describe('loadSharedSalt', () => {
  /** The part of the secrets table that the statements need. */
  const secretsTable = () => {
    const secrets = new Map([['write_key_signing', 'kept']]);
    const sql: ApplicationSql = {
      async query<Row>(text: string, params: readonly unknown[] = []) {
        const [first, second] = params.map(String);
        if (text.startsWith('INSERT') && first !== undefined && second !== undefined) {
          if (!secrets.has(first)) secrets.set(first, second);
        }
        if (text.startsWith('DELETE')) {
          for (const name of secrets.keys()) {
            const isOther = name < (second ?? '') || name > String(params[2]);
            if (name.startsWith(first ?? '') && isOther) secrets.delete(name);
          }
        }
        const value = text.startsWith('SELECT') ? secrets.get(first ?? '') : undefined;
        return (value === undefined ? [] : [{ value }]) as Row[];
      },
    };
    return { secrets, sql };
  };

  it('is the same for all processes, and replaces that of the day before', async () => {
    const { secrets, sql } = secretsTable();
    const salts = await Promise.all([
      loadSharedSalt(sql)('2026-01-31'),
      loadSharedSalt(sql)('2026-01-31'),
    ]);
    expect(salts[0]).toBe(salts[1]);
    expect(await loadSharedSalt(sql)('2026-02-01')).not.toBe(salts[0]);
    expect([...secrets.keys()]).toEqual(['write_key_signing', 'session_salt_2026-02-01']);
  });

  it('is deleted after its day, also when no later events arrive', async () => {
    const { secrets, sql } = secretsTable();
    await loadSharedSalt(sql)('2026-01-31');
    let now = Date.UTC(2026, 0, 31, 23, 59);
    const failures: unknown[] = [];
    const run = async () => {
      const job = createSaltExpiry(
        sql,
        (error) => failures.push(error),
        () => now,
      );
      job.start();
      await job.close();
    };
    await run();
    expect(secrets.has('session_salt_2026-01-31')).toBe(true);
    now += 60_000;
    await run();
    expect([...secrets.keys()]).toEqual(['write_key_signing']);
    // The clock was ahead, and was set back; another process is a moment ahead at midnight.
    secrets.set('session_salt_2026-02-02', 'soon').set('session_salt_2027-02-01', 'far ahead');
    await run();
    expect([...secrets.keys()]).toEqual(['write_key_signing', 'session_salt_2026-02-02']);
    expect(failures).toEqual([]);
  });
});
