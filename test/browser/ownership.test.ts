// Who holds the lock of its events: a page that lives, but none that may be about to be left.
import { expect, test } from 'vitest';
import { createOwnership, type OwnershipOptions } from '../../src/browser/ownership.js';
import { eventually } from '../support/eventually.js';
import { createFakeLifecycle } from './fakes/lifecycle.js';
import { createFakeLockSpace } from './fakes/locks.js';

const open = (options: Partial<OwnershipOptions> = {}) => {
  const space = createFakeLockSpace();
  const { locks } = space.openPage();
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
  return { ownership, lifecycle, space, expectHeld };
};
const OWN = 'chaintrail:place:me';

test('a page that may be about to be left takes no lock, also when it stores', async () => {
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

test('a page that was not left after all holds again by itself', async () => {
  const { ownership, lifecycle, expectHeld } = open({ leavingMs: 1 });
  await ownership.hold();
  lifecycle.askToUnload();
  lifecycle.askToUnload();
  await expectHeld([OWN]);
});

test('what was released while the page may be left is not held again', async () => {
  const { ownership, lifecycle, space, expectHeld } = open({ leavingMs: 1 });
  await ownership.hold();
  lifecycle.askToUnload();
  ownership.release();
  await expectHeld([]);
  // Of equal timers the one that was set first runs first.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(space.heldNames()).toEqual([]);
});

test('what a tracker still stores or erases after it was released takes no lock', async () => {
  const { ownership, space, expectHeld } = open();
  await ownership.hold();
  ownership.release();
  await expectHeld([]);
  await ownership.hold();
  expect(space.heldNames()).toEqual([]);
});
