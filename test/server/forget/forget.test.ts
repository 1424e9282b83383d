// Deletes the data of a person: nothing is left in any table or file, also when the events are sent again.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIngestion } from '../../../src/server/events/ingestion.js';
import { composeForget } from '../../../src/server/forget/compose-forget.js';
import { openForgotten } from '../../../src/server/forget/forgotten.js';
import type { ForgetService } from '../../../src/server/forget/service.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { PATIENCE_MS } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { anEvent } from '../http/app-under-test.js';
import { type ProfilesUnderTest, startProfiles, wallet } from '../profiles/profiles-under-test.js';

const cleanUp = createCleanup();
const MINE = ['prj_1'];
const ALICE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
const SHARED = wallet(7);
let profiles: ProfilesUnderTest;
let ingestion: Awaited<ReturnType<typeof openIngestion>>;
let forget: ForgetService;

beforeAll(async () => {
  profiles = await startProfiles();
  cleanUp(profiles.close);
  const { database: analytics, directory } = profiles;
  const forgotten = await openForgotten(analytics);
  ingestion = await openIngestion({
    directory,
    maxJournalBytes: 10_000_000,
    analytics,
    forgotten,
    log: createLog('silent'),
  });
  cleanUp(() => ingestion.close(1_000));
  forget = composeForget({
    analytics,
    dataDirectory: directory,
    forgotten,
    settle: () => ingestion.settle(PATIENCE_MS),
    removeQuarantined: ingestion.removeQuarantined,
  });
});

/** The number of rows of each table that match a pattern in any letter case. */
async function countIn(text: string): Promise<Record<string, number>> {
  const { data: tables } = await profiles.database.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { data } = await profiles.database.query<{ hits: number }>(
      `SELECT count() AS hits FROM ${name} AS t
       WHERE match(lower(toString(tuple(t.*))), lower({text:String}))
       SETTINGS asterisk_include_materialized_columns = 1`,
      { text },
    );
    if (data[0]?.hits) found[name] = data[0].hits;
  }
  return found;
}

const send = (...events: readonly object[]) => ingestion.service.receive(events, 'prj_1');

describe('forgetting a person', () => {
  const events = [
    anEvent({ anonymous_id: 'alice-visitor', user_id: 'alice-user', session_id: 's1' }),
    anEvent({ anonymous_id: 'alice-visitor', address: ALICE, session_id: 's1' }),
    anEvent({
      type: 'identify',
      anonymous_id: 'alice-visitor',
      address: ALICE.toUpperCase().replace('0X', '0x'),
      properties: { email: 'alice@example.com' },
    }),
    anEvent({ anonymous_id: 'alice-visitor', address: SHARED, properties: { revenue: 5 } }),
  ];
  const bobs = anEvent({ anonymous_id: 'bob', address: SHARED, properties: { revenue: 2 } });

  it('deletes everything under the linked ids, and nothing of others', async () => {
    await send(...events, bobs);
    await send(anEvent(), { type: 'nonsense', anonymous_id: 'alice-visitor', channel: 'web' });
    await send(anEvent(), { type: 'nonsense', anonymous_id: 'bob', channel: 'web' });
    await ingestion.service.receive([anEvent({ address: ALICE })], 'prj_theirs');
    await profiles.call('POST', `/v0/profiles/${ALICE}/labels?project_id=prj_1`, {
      tag_id: 'vip',
    });
    await profiles.load('wallet_enrichment', [{ wallet: ALICE, net_worth_usd: 3 }]);
    await ingestion.settle(PATIENCE_MS);
    await profiles.refresh();
    // Only the tables are compared, because unmerged rows make the counts vary.
    expect(Object.keys(await countIn(ALICE))).toEqual(
      expect.arrayContaining(['wallet_profiles', 'profiles']),
    );

    const answer = await forget.forget({ user_id: 'alice-user', linked: true }, MINE);
    // Links are followed for one step: the user id leads to the visitor.
    expect(answer).toMatchObject({ ids: { anonymous_ids: 1, user_ids: 1, addresses: 0 } });
    expect(answer.events).toBe(4);
    expect(answer.quarantined_events).toBe(1);
    const rest = await forget.forget({ address: ALICE }, MINE);
    expect(rest.events).toBe(0);

    for (const text of ['alice-visitor', 'alice-user', 'alice@example.com']) {
      expect(await countIn(text)).toEqual({});
    }
    // Data of the other workspace and enrichment from the chain stay.
    const left = await countIn(`prj_1.*${ALICE}`);
    expect(left).toEqual({});
    expect(Object.keys(await countIn(ALICE)).sort()).toEqual([
      'events',
      'profiles',
      'wallet_enrichment',
      'wallet_profiles',
      'wallets_daily',
    ]);
    const { body } = await profiles.call('GET', `/v0/profiles/${SHARED}?project_id=prj_1`);
    expect(body).toMatchObject({ revenue: 2, num_sessions: expect.any(Number) });
    const found = await profiles.call('POST', '/v0/profiles?project_id=prj_1', {});
    expect(found.body.data).toMatchObject([{ revenue: 2 }]);
  });

  it('deletes the refused events of the person from the files', async () => {
    const folder = join(profiles.directory, 'quarantine');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    expect(texts.join('')).not.toContain('alice');
    expect(texts.join('')).toContain('bob');
    expect(ingestion.quarantinedCount()).toBe(1);
  });

  it('does not store deleted events that are sent again, also after a restart, but later ones', async () => {
    const repeated = events.map((event) => ({ ...event, message_id: crypto.randomUUID() }));
    expect(await send(...repeated)).toEqual({ successful_rows: 4, quarantined_rows: 0 });
    await ingestion.settle(PATIENCE_MS);
    expect(await countIn('alice')).toEqual({});
    // The same applies to a refused event, which has a time as well.
    const nonsense = { ...events[0], type: 'nonsense' };
    expect(await send(nonsense)).toEqual({ successful_rows: 1, quarantined_rows: 0 });
    expect(ingestion.quarantinedCount()).toBe(1);

    const reopened = await openForgotten(profiles.database);
    const at = (time: string) => ({ timestamp: time, original_timestamp: time });
    const row = { project_id: 'prj_1', address: ALICE, anonymous_id: '', user_id: '' };
    expect(reopened.has({ ...row, ...at('2026-01-01 00:00:00.000') })).toBe(true);
    expect(reopened.has({ ...row, ...at('2999-01-01 00:00:00.000') })).toBe(false);
    expect(reopened.has({ ...row, ...at('2026-01-01 00:00:00.000'), project_id: 'prj_2' })).toBe(
      false,
    );

    const later = new Date(Date.now() + 60_000).toISOString();
    await expect(send({ ...nonsense, original_timestamp: later })).rejects.toThrow('type');
    expect(ingestion.quarantinedCount()).toBe(2);
    await send(
      anEvent({ anonymous_id: 'alice-visitor', original_timestamp: later, sent_at: null }),
    );
    await ingestion.settle(PATIENCE_MS);
    expect((await countIn('alice-visitor')).events).toBe(1);
  });

  it('also applies to events in the journal of another process', async () => {
    let letLoad = () => {};
    const mayLoad = new Promise<void>((resolve) => {
      letLoad = resolve;
    });
    const other = await openIngestion({
      directory: await createTestDirectory(cleanUp),
      maxJournalBytes: 10_000_000,
      analytics: profiles.database,
      forgotten: await openForgotten(profiles.database),
      loadingAlone: (load) => mayLoad.then(() => load()),
      log: createLog('silent'),
    });
    cleanUp(() => other.close(1_000));
    const erins = anEvent({ anonymous_id: 'erin', address: wallet(9) });
    await other.service.receive([erins, anEvent({ anonymous_id: 'frank' })], 'prj_1');
    await forget.forget({ anonymous_id: 'erin' }, MINE);
    letLoad();
    await other.settle(PATIENCE_MS);
    expect(await countIn('frank')).toMatchObject({ events: 1 });
    expect(await countIn('erin')).toEqual({});

    await other.service.receive([{ ...erins, message_id: crypto.randomUUID() }], 'prj_1');
    await other.settle(PATIENCE_MS);
    expect(await countIn('erin')).toEqual({});
  });

  it('refuses a request without a valid id', async () => {
    await expect(forget.forget({}, MINE)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(forget.forget({ address: '0x12' }, MINE)).rejects.toThrow('"0x12"');
  });
});

describe('an interrupted deletion of a person', () => {
  /** A deletion on a database that fails from the given statement on. */
  const forgetDying = async (diesBefore: number) => {
    const { database } = profiles;
    let count = 0;
    let isAlone = false;
    const outside: string[] = [];
    const order: string[] = [];
    const analytics = {
      ...database,
      execute: async (sql: string, params?: Parameters<typeof database.execute>[1]) => {
        count += 1;
        if (count >= diesBefore) throw new Error('The engine is gone.');
        if (!isAlone) outside.push(sql);
        order.push(sql.split(' ', 3).join(' '));
        await database.execute(sql, params);
      },
    };
    const dying = composeForget({
      analytics,
      dataDirectory: profiles.directory,
      forgotten: await openForgotten(analytics),
      settle: () => ingestion.settle(PATIENCE_MS),
      withoutLoads: async (work) => {
        isAlone = true;
        return work().finally(() => {
          isAlone = false;
        });
      },
      withoutRounds: (work) => {
        order.push('the round ended');
        return work().finally(() => order.push('rounds may begin'));
      },
      removeQuarantined: ingestion.removeQuarantined,
    });
    return { forget: dying.forget, count: () => count, outside, order };
  };

  /** The hits, events and revenue of a wallet that Carol and others used. */
  const summed = async (address: string) => {
    const { data } = await profiles.database.query(
      `SELECT (SELECT sum(hits) FROM wallets_daily WHERE lower(address) = {address:String}) AS hits,
         (SELECT sum(events) FROM wallet_profiles WHERE wallet = {address:String}) AS events,
         (SELECT sum(revenue) FROM profiles FINAL WHERE wallet = {address:String}) AS revenue`,
      { address },
    );
    return data[0];
  };

  it('is completed by repeating it, with the same result', async () => {
    const whole = await forgetDying(Number.POSITIVE_INFINITY);
    await whole.forget({ anonymous_id: 'nobody' }, MINE);
    // Rebuilding sums excludes loads; only the note about the person is written before.
    expect(whole.outside).toEqual([expect.stringMatching('INSERT INTO forgotten')]);

    // A round of profiles that has read the old events would restore the profile.
    const ended = whole.order.indexOf('the round ended');
    expect(ended).toBeGreaterThan(whole.order.lastIndexOf('INSERT INTO wallet_identity'));
    expect(whole.order.indexOf('ALTER TABLE profiles')).toBe(ended + 1);
    expect(whole.order.indexOf('rounds may begin')).toBe(ended + 4);

    // Only every fifth statement is tested: the others belong to the same steps, and would take too long.
    const all = Array.from({ length: whole.count() + 1 }, (_, died) => died);
    const deaths = all.slice(2).filter((died) => died % 5 === whole.count() % 5);
    const carols = deaths.map((died) => ({
      died,
      carol: `carol-${died}`,
      address: wallet(100 + died),
    }));
    for (const { carol, address } of carols) {
      await send(
        anEvent({ anonymous_id: carol, address, session_id: carol, properties: { revenue: 5 } }),
        anEvent({ anonymous_id: carol, user_id: `user-of-${carol}` }),
        anEvent({ anonymous_id: 'dave', address, properties: { revenue: 2 } }),
      );
    }
    await ingestion.settle(PATIENCE_MS);
    for (const { died, carol, address } of carols) {
      const { forget: forgetDyingly } = await forgetDying(died);
      const request = { user_id: `user-of-${carol}`, linked: true };
      await expect(forgetDyingly(request, MINE)).rejects.toThrow('The engine is gone.');
      await forget.forget(request, MINE);
      expect(await summed(address)).toEqual({ hits: 1, events: 1, revenue: 2 });
    }
    expect(await countIn('carol')).toEqual({});
  });
});
