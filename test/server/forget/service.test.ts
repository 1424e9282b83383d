// The order of the steps of a deletion, and which refused events it deletes.
import { expect, it } from 'vitest';
import {
  createForgetService,
  type ForgetParts,
  type ForgetRequest,
} from '../../../src/server/forget/service.js';

/** Runs a deletion and returns its steps in order. Every requested id is found in the events. */
const forgetting = async (request: ForgetRequest, fault?: Error) => {
  const steps: string[] = [];
  const step = (name: string) => async () => void steps.push(name);
  const removed: Parameters<ForgetParts['removeQuarantined']>[0][] = [];
  const { forget, deletions } = createForgetService({
    store: {
      async traces() {
        steps.push('looked');
        return { events: 1, wallets: [], anonymousIds: [], userIds: [] };
      },
      deleteShared: step('shared'),
      deleteDerived: step('derived'),
      deleteProfiles: step('profiles'),
      deleteEvents: fault === undefined ? step('events') : () => Promise.reject(fault),
    },
    forgotten: {
      add: step('remembered'),
      addProject: step('of a project'),
      has: () => false,
      hasRefused: () => false,
      timesLearnt: () => 0,
      refresh: async () => {},
    },
    settle: step('settled'),
    removeQuarantined: async (isRemoved) => removed.push(isRemoved) - 1,
    takeUp: step('taken up'),
  });
  const failure = await forget(request, ['prj_1', 'prj_2']).then(
    () => undefined,
    (error) => error,
  );
  expect(failure).toBe(fault);
  return { steps, removed, deletions: deletions() };
};

const ALWAYS = [
  'remembered',
  'settled',
  'looked',
  'shared',
  'derived',
  'profiles',
  'taken up',
  'events',
];

it.each<[ForgetRequest, readonly string[]]>([
  // Events that arrive meanwhile are not stored, and earlier ones are settled before they are deleted.
  [{ anonymous_id: 'a' }, []],
  // Linked ids of the most recent events count, too, so they are settled before the lookup.
  [{ anonymous_id: 'a', linked: true }, ['settled', 'looked']],
  [{ address: 'no address, but carried' }, ['settled', 'looked']],
])('of %j waits for accepted events before each lookup', async (request, first) => {
  expect((await forgetting(request)).steps).toEqual([...first, ...ALWAYS]);
});

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

it('deletes refused events of the person in the given projects only', async () => {
  const { removed } = await forgetting({ anonymous_id: 'a', address: ADDRESS.toLowerCase() });
  const [isRemoved] = removed;
  const asked = [
    { project_id: 'prj_1', event: { anonymous_id: 'a' } },
    { project_id: 'prj_2', event: { address: ADDRESS } },
    { project_id: 'prj_theirs', event: { anonymous_id: 'a' } },
    { project_id: 'prj_1', event: { anonymous_id: 'b' } },
  ].map((one) => ({ ...one, received_at: '', reason: '' }));
  expect(removed).toHaveLength(1);
  expect(asked.map((one) => isRemoved?.(one))).toEqual([true, true, false, false]);
});

it('counts each deletion, also a failed one, because some data is already deleted', async () => {
  expect(await forgetting({ anonymous_id: 'a' })).toMatchObject({ deletions: 1 });
  const gone = new Error('The engine is gone.');
  expect(await forgetting({ anonymous_id: 'a' }, gone)).toMatchObject({ deletions: 1 });
});
