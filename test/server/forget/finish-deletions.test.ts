// A deletion that is cut short at any step is finished later, as of the time when it was requested.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ApplicationDatabase } from '../../../src/server/database/ports.js';
import { createFinishDeletionsJob } from '../../../src/server/forget/finish-deletions.js';
import { createOpenDeletions } from '../../../src/server/forget/open-deletions.js';
import {
  createForgetService,
  type ForgetParts,
  type ForgetService,
} from '../../../src/server/forget/service.js';
import { createLog } from '../../../src/server/log.js';
import { createCleanup } from '../../support/cleanup.js';
import { eventually } from '../../support/eventually.js';
import { createTestDirectory } from '../../support/temporary-directory.js';
import { openTestApplication } from '../database/application/open-test-application.js';

const cleanUp = createCleanup();
const PROJECTS = ['prj_1'];
/** Also what Postgres cannot store as it is. */
const PERSON = { anonymous_id: 'a\0\ud800' };
const GONE = new Error('The process is gone.');

const openApplication = async () => {
  const directory = join(await createTestDirectory(cleanUp), 'application');
  const application = await openTestApplication({ directory });
  cleanUp(application.close);
  return application;
};

interface Step {
  readonly name: string;
  readonly until?: string;
}

/** A process on the database, whose steps all fail from the given one on. */
const startProcess = (
  { query }: Pick<ApplicationDatabase, 'query'>,
  { diesAt = Number.POSITIVE_INFINITY, ...rest }: Partial<ForgetParts> & { diesAt?: number } = {},
) => {
  const steps: Step[] = [];
  let count = 0;
  const live = (step: Step): void => {
    count += 1;
    if (count >= diesAt) throw GONE;
    steps.push(step);
  };
  const step = (name: string) => async () => live({ name });
  const bounded =
    (name: string) =>
    async ({ until }: { readonly until: string }) =>
      live({ name, until });
  const service = createForgetService({
    openDeletions: createOpenDeletions({
      query: async (sql, params) => {
        live({ name: sql.split(' ', 1).join() });
        return query(sql, params);
      },
    }),
    store: {
      async traces() {
        live({ name: 'looked' });
        return { events: 1, wallets: [], anonymousIds: [], userIds: [] };
      },
      deleteShared: bounded('shared'),
      deleteDerived: bounded('derived'),
      deleteProfiles: step('profiles'),
      deleteEvents: bounded('events'),
    },
    forgotten: {
      add: async (_projectIds, _ids, until) => live({ name: 'remembered', until }),
      addProject: async () => {},
      has: () => false,
      hasRefused: () => false,
      timesLearnt: () => 0,
      refresh: async () => {},
    },
    settle: step('settled'),
    forgetInApplication: step('application'),
    removeQuarantined: async () => {
      live({ name: 'refused' });
      return 0;
    },
    takeUp: step('taken up'),
    ...rest,
  });
  return { ...service, steps };
};

const namesOf = (steps: readonly Step[]) => steps.map(({ name }) => name);

const DELETING = [
  ...['remembered', 'settled', 'SELECT', 'looked', 'shared', 'derived', 'application', 'profiles'],
  ...['taken up', 'refused', 'events', 'application', 'DELETE'],
];

const forgetPerson = (process: ForgetService) => process.forget(PERSON, PROJECTS);

it('is finished wherever it was cut short once it was noted, and nothing is begun before', async () => {
  const application = await openApplication();
  const whole = startProcess(application);
  await forgetPerson(whole);
  expect(namesOf(whole.steps)).toEqual(['INSERT', ...DELETING.filter((name) => name !== 'SELECT')]);
  await startProcess(application, { diesAt: 1 })
    .forget(PERSON, PROJECTS)
    .catch(() => {});
  expect(await startProcess(application).finish(0)).toBe(0);

  for (let diesAt = 2; diesAt <= whole.steps.length; diesAt += 1) {
    const dying = startProcess(application, { diesAt });
    await expect(forgetPerson(dying)).rejects.toBe(GONE);
    const next = startProcess(application);
    expect(await next.finish(0)).toBe(1);
    expect(namesOf(next.steps)).toEqual(['SELECT', 'SELECT', ...DELETING]);
    // The time of the request, not of the completion: what arrived in between stays.
    const [row] = new Set(next.steps.flatMap(({ until }) => until ?? []));
    expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
    if (diesAt > 2) expect(dying.steps[1]).toEqual({ name: 'remembered', until: row });
    expect(new Set(next.steps.flatMap(({ until }) => until ?? [])).size).toBe(1);
    expect(await next.finish(0)).toBe(0);
  }
});

it('is finished once, however often it was requested, and also if another one cannot be', async () => {
  const application = await openApplication();
  for (const anonymous_id of ['a', 'a', 'b', 'a']) {
    const dying = startProcess(application, { diesAt: 4 });
    await expect(dying.forget({ anonymous_id }, PROJECTS)).rejects.toBe(GONE);
  }
  let fails = true;
  const next = startProcess(application, {
    forgetInApplication: async (_projectIds, { anonymousIds: [id] }) => {
      if (id === 'a' && fails) throw GONE;
    },
  });
  await expect(next.finish(0)).rejects.toBe(GONE);
  fails = false;
  expect(await next.finish(0)).toBe(1);
  expect(namesOf(next.steps).filter((name) => name === 'DELETE')).toHaveLength(2);

  // A request that succeeds completes an earlier one of the same as well.
  const dying = startProcess(application, { diesAt: 4 });
  await expect(forgetPerson(dying)).rejects.toBe(GONE);
  await forgetPerson(next);
  expect(await next.finish(0)).toBe(0);
});

it('is finished also after the clock was set back', async () => {
  const application = await openApplication();
  await expect(forgetPerson(startProcess(application, { diesAt: 4 }))).rejects.toBe(GONE);
  await application.query("UPDATE deletions SET begun_at = begun_at + interval '1 year'");
  expect(await startProcess(application).finish(60_000)).toBe(1);
});

it('is left to the process that it runs in, also when others look for it', async () => {
  const application = await openApplication();
  let looked: readonly number[] = [];
  const other = startProcess(application);
  const running: ReturnType<typeof startProcess> = startProcess(application, {
    settle: async () => {
      looked = [await running.finish(0), await other.finish(60_000)];
    },
  });
  expect(await forgetPerson(running)).toMatchObject({ events: 1 });
  expect(looked).toEqual([0, 0]);

  // The other one waits for its turn while this one still deletes.
  let begin = () => {};
  const turn = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const waiting = startProcess(application, { withoutLoads: (work) => turn.then(work) });
  let finishing: Promise<number> | undefined;
  const deleting = startProcess(application, {
    settle: async () => {
      finishing = waiting.finish(0);
      await eventually(() => expect(namesOf(waiting.steps)).toContain('settled'));
    },
  });
  await forgetPerson(deleting);
  begin();
  expect(await finishing).toBe(0);
  expect(namesOf(waiting.steps)).not.toContain('looked');
});

it.each([
  [false, 0],
  [true, 300_000],
])('is looked for again and again; on shared databases (%s) only later', async (isShared, age) => {
  const ages: number[] = [];
  const job = createFinishDeletionsJob({
    isShared,
    forget: {
      async finish(ageMs) {
        ages.push(ageMs);
        if (ages.length === 1) throw GONE;
        return 1;
      },
    },
    log: createLog('silent'),
    everyMs: 1,
  });
  cleanUp(job.close);
  job.start();
  await eventually(() => expect(ages.slice(0, 3)).toEqual([age, age, age]));
});
