// The loader retries, does not let a failing segment delay the others, and stops on request.
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../../src/server/events/journal/journal.js';
import { startLoader } from '../../../../src/server/events/journal/loader.js';
import type { Segment } from '../../../../src/server/events/journal/segment.js';
import { createLog } from '../../../../src/server/log.js';
import { eventually, PATIENCE_MS } from '../../../support/eventually.js';

const segment = (id: string): Segment => ({ id, path: id, bytes: 1, rows: 1 });

/** A loader on a journal to which a test adds segments. */
const createFake = (leftovers: readonly Segment[] = [], gatherMs = 0, waitMs = 5) => {
  const ready: Segment[] = [];
  const released: string[] = [];
  const attempts: string[] = [];
  let isReady = true;
  let isDead = false;
  let refuses = (_id: string): boolean => false;
  let stays = (_id: string): boolean => false;
  let isFull = false;
  let failsToCut = false;
  let afterLook = async (): Promise<void> => {};
  const journal: Pick<Journal, 'cut' | 'hasFull' | 'release'> = {
    hasFull: () => isFull,
    async cut() {
      if (ready.length === 0) void afterLook();
      if (failsToCut) {
        failsToCut = false;
        throw new Error('EIO');
      }
      return ready.shift();
    },
    release: async ({ id }) => {
      if (stays(id)) throw new Error(`not released ${id}`);
      released.push(id);
    },
  };
  const loader = startLoader({
    journal,
    leftovers,
    load: async ({ id }) => {
      attempts.push(id);
      if (refuses(id) || !isReady) throw new Error(`refused ${id}`);
    },
    isReady: async () => {
      const answer = isReady && !isDead;
      isDead = false;
      return answer;
    },
    log: createLog('silent'),
    gatherMs,
    backoffMs: () => waitMs,
  });
  return {
    loader,
    released,
    attempts,
    add(id: string) {
      ready.push(segment(id));
      loader.wake();
    },
    setFull: (value: boolean) => {
      isFull = value;
    },
    /** Runs whenever the loader finds no segment. */
    afterLook: (run: () => Promise<void>) => {
      afterLook = run;
    },
    failToCut: () => {
      failsToCut = true;
    },
    setReady: (value: boolean) => {
      isReady = value;
    },
    /** Makes the next readiness check fail; after it, the database counts as restarted. */
    die: () => {
      isDead = true;
    },
    refuse: (test: (id: string) => boolean) => {
      refuses = test;
    },
    keep: (test: (id: string) => boolean) => {
      stays = test;
    },
  };
};

describe('startLoader', () => {
  it('loads segments of an earlier run first, then new ones', async () => {
    const fake = createFake([segment('old-1'), segment('old-2')]);
    fake.add('new');
    await eventually(() => expect(fake.released).toEqual(['old-1', 'old-2', 'new']));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('loads every segment that is complete, also after one call', async () => {
    const fake = createFake();
    await eventually(() => expect(fake.attempts).toEqual([]));
    fake.add('1');
    fake.add('2');
    fake.add('3');
    await eventually(() => expect(fake.released).toEqual(['1', '2', '3']));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('misses no rows, whatever moment they come at after it looked in vain', async () => {
    for (let ticks = 0; ticks < 12; ticks++) {
      const fake = createFake();
      let isFirst = true;
      fake.afterLook(async () => {
        if (!isFirst) return;
        isFirst = false;
        for (let tick = 0; tick < ticks; tick++) await null;
        fake.add('late');
      });
      fake.add('early');
      await eventually(() => expect(fake.released).toEqual(['early', 'late']));
      await fake.loader.drain(PATIENCE_MS);
    }
  });

  it('does not wait for more rows while a segment is full', async () => {
    const fake = createFake([], 3_600_000);
    fake.setFull(true);
    for (const id of ['1', '2', '3']) fake.add(id);
    await eventually(() => expect(fake.released).toEqual(['1', '2', '3']));
    fake.setFull(false);
    await fake.loader.drain(PATIENCE_MS);
  });

  it('retries while the database is away, without loading further segments', async () => {
    const fake = createFake();
    fake.setReady(false);
    fake.add('1');
    fake.add('2');
    await eventually(() => expect(fake.attempts.length).toBeGreaterThan(3));
    expect(new Set(fake.attempts)).toEqual(new Set(['1']));
    fake.setReady(true);
    await eventually(() => expect(new Set(fake.released)).toEqual(new Set(['1', '2'])));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('does not let a segment that the database refuses delay the others', async () => {
    const fake = createFake();
    fake.refuse((id) => id === 'bad');
    for (const id of ['bad', '1', '2', '3']) fake.add(id);
    await eventually(() => expect(fake.released).toEqual(['1', '2', '3']));
    await eventually(() => {
      expect(fake.attempts.filter((id) => id === 'bad').length).toBeGreaterThan(1);
    });
    fake.refuse(() => false);
    await eventually(() => expect(fake.released).toContain('bad'));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('pauses when a ready database refuses three segments in a row', async () => {
    const fake = createFake([], 0, 3_600_000);
    fake.refuse(() => true);
    for (const id of ['1', '2', '3', '4', '5']) fake.add(id);
    await eventually(() => expect(fake.attempts).toEqual(['1', '2', '3']));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('does not pause after three refusals that are not in a row', async () => {
    const fake = createFake([], 0, 3_600_000);
    fake.refuse((id) => Number(id) > 0);
    for (const id of ['1', '2', 'a', '3', 'b', '4']) fake.add(id);
    await eventually(() => expect(fake.released).toEqual(['a', 'b']));
    await eventually(() => expect(fake.attempts).toContain('4'));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('loads new segments before any number of failed ones', async () => {
    const fake = createFake();
    fake.refuse((id) => id !== 'new');
    for (const id of ['1', '2', '3', '4']) fake.add(id);
    await eventually(() => expect(fake.attempts.length).toBeGreaterThan(8));
    fake.add('new');
    await eventually(() => expect(fake.released).toEqual(['new']));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('does not let a segment that crashes the database delay the others', async () => {
    const fake = createFake();
    fake.refuse((id) => {
      if (id === 'deadly') fake.die();
      return id === 'deadly';
    });
    for (const id of ['deadly', '1', '2']) fake.add(id);
    await eventually(() => expect(fake.released).toEqual(['1', '2']));
    const deaths = () => fake.attempts.filter((id) => id === 'deadly').length;
    await eventually(() => expect(deaths()).toBeGreaterThan(2));
    fake.add('3');
    await eventually(() => expect(fake.released).toEqual(['1', '2', '3']));
    fake.refuse(() => false);
    await eventually(() => expect(fake.released).toContain('deadly'));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('repeats only the deletion of a segment that could not be deleted', async () => {
    const fake = createFake();
    let deletions = 0;
    fake.keep((id) => {
      if (id !== '1') return false;
      deletions += 1;
      // The file is deleted and only its folder is unsynced, so it cannot be loaded again.
      fake.refuse((refused) => refused === '1');
      return deletions < 3;
    });
    fake.add('1');
    fake.add('2');
    await eventually(() => expect(new Set(fake.released)).toEqual(new Set(['1', '2'])));
    expect(fake.attempts.filter((id) => id === '1')).toEqual(['1']);
    expect(deletions).toBe(3);
    await fake.loader.drain(PATIENCE_MS);
  });

  it('continues after a segment could not be cut', async () => {
    const fake = createFake();
    fake.failToCut();
    fake.add('1');
    await eventually(() => expect(fake.released).toEqual(['1']));
    await fake.loader.drain(PATIENCE_MS);
  });

  it('loads the rest when it is stopped, and gives up on failures then', async () => {
    const fake = createFake();
    fake.add('1');
    fake.add('2');
    await fake.loader.drain(PATIENCE_MS);
    expect(fake.released).toEqual(['1', '2']);

    const failing = createFake();
    failing.setReady(false);
    failing.add('1');
    await failing.loader.drain(PATIENCE_MS);
    expect(failing.released).toEqual([]);
  });
});
