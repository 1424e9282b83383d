// A page holds a lock as long as its events are its own: while it is open, but not while it may be
// left.
import { describe, expect, test } from 'vitest';
import { createOwnership, type OwnershipOptions } from '../../src/browser/ownership.js';
import { eventually } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';

const open = (options: Partial<OwnershipOptions> = {}) => {
  const space = createFakeLockSpace();
  const { locks } = space.openPage();
  const asked: string[] = [];
  const request = locks.request.bind(locks);
  Object.assign(locks, {
    request: (name: string, ...rest: [never, never]) => {
      asked.push(name);
      return request(name, ...rest);
    },
  });
  const lifecycle = createFakeLifecycle();
  const ownership = createOwnership({
    namespace: 'place',
    owner: 'me',
    locks,
    lifecycle,
    ...options,
  });
  const expectHeld = (names: readonly string[]) =>
    eventually(() => expect(space.heldNames()).toEqual(names));
  return { ownership, lifecycle, space, asked, expectHeld };
};
const OWN = 'chaintrail:place:me';

test('a page that may be about to close acquires no lock, also when it stores events', async () => {
  const { ownership, lifecycle, space, expectHeld } = open();
  await ownership.hold();
  lifecycle.askToUnload();
  await expectHeld([]);
  await ownership.hold();
  expect(space.heldNames()).toEqual([]);
  lifecycle.hide(true);
  lifecycle.show();
  await expectHeld([OWN]);
});

test('a page that did not close after all acquires its lock again by itself', async () => {
  const { ownership, lifecycle, asked, expectHeld } = open({ leavingMs: 1 });
  await ownership.hold();
  lifecycle.askToUnload();
  lifecycle.askToUnload();
  await eventually(() => expect(asked).toHaveLength(2));
  // Of timers with the same delay, the one that was set first runs first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(asked).toEqual([OWN, OWN]);
  await expectHeld([OWN]);
});

test('a lock released while the page may close is not acquired again', async () => {
  const { ownership, lifecycle, space, expectHeld } = open({ leavingMs: 1 });
  await ownership.hold();
  lifecycle.askToUnload();
  ownership.release();
  await expectHeld([]);
  // Of timers with the same delay, the one that was set first runs first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(space.heldNames()).toEqual([]);
});

test('storing or erasing after the release acquires no lock', async () => {
  const { ownership, space, expectHeld } = open();
  await ownership.hold();
  ownership.release();
  await expectHeld([]);
  await ownership.hold();
  expect(space.heldNames()).toEqual([]);
});

describe('several tabs', () => {
  const openTabs = () => {
    const space = createFakeLockSpace();
    const openTab = (owner: string) => {
      const lifecycle = createFakeLifecycle();
      const { locks } = space.openPage();
      return { lifecycle, ...createOwnership({ namespace: 'place', owner, locks, lifecycle }) };
    };
    return [openTab('me'), openTab('you')] as const;
  };

  test('know which pages are open, also one that has only requested its lock, but none that was left', async () => {
    const [me, you] = openTabs();
    expect(await me.living()).toEqual(new Set(['me', 'you']));
    await you.hold();
    expect(await me.living()).toEqual(new Set(['me', 'you']));
    you.lifecycle.hide(true);
    await eventually(async () => expect(await me.living()).toEqual(new Set(['me'])));
  });

  test('take turns; one that gives up gets none, and one that is left takes nothing', async () => {
    const [me, you] = openTabs();
    const { signal } = new AbortController();
    let finish = (_: string[]) => {};
    const mine = me.alone(signal, () => new Promise<string[]>((resolve) => (finish = resolve)));
    const impatient = new AbortController();
    const given = expect(you.alone(impatient.signal, async () => ['up'])).rejects.toThrow(
      'no turn',
    );
    const patient = you.alone(signal, async () => ['yours']);
    impatient.abort();
    await given;
    finish(['mine']);
    expect(await mine).toEqual(['mine']);
    expect(await patient).toEqual(['yours']);
    you.lifecycle.hide(true);
    expect(await you.alone(signal, async () => ['left'])).toEqual([]);
    await expect(me.alone(signal, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
  });
});

test('where locks are refused or missing, everything goes on without them', async () => {
  const refusing = { request: () => Promise.reject(new Error('no')) } as unknown as LockManager;
  await open({ locks: refusing }).ownership.hold();
  const { ownership } = open({ locks: undefined });
  await ownership.hold();
  expect(await ownership.living()).toEqual(new Set(['me']));
  expect(await ownership.alone(new AbortController().signal, async () => ['mine'])).toEqual([
    'mine',
  ]);
  ownership.release();
});
