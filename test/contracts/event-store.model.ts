// Two trackers that use, crash and reopen their stores in any order, and the invariants of the
// stores.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { EventStore, QueuedEvent } from '../../src/core/ports.js';

/** One tracker's store, in a page or process that can crash. */
export interface OpenStore {
  readonly store: EventStore;
  /** Crashes without further calls. Absent if this kind of store keeps nothing after a crash. */
  readonly crash?: () => void;
}

/**
 * A place, such as a browser's profile, in which stores are opened in succession or at the same
 * time.
 */
export interface StorePlace {
  open(): OpenStore;
}

/** The nth event: ids sort by n. */
export const event = (n: number): QueuedEvent => {
  const id = `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  return { id, at: n, json: JSON.stringify({ message_id: id, text: 'a "quoted" line\nand ü' }) };
};

export const ids = (events: readonly QueuedEvent[]): string[] => events.map(({ id }) => id);

export const step = fc.record({
  what: fc.constantFrom('append', 'appendNow', 'take', 'acknowledge', 'crash', 'settle'),
  who: fc.constantFrom(0, 1),
  count: fc.integer({ min: 1, max: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Actor {
  readonly open: OpenStore;
  /** The events that its tracker holds: appended or taken, and not yet acknowledged. */
  readonly has: Set<string>;
  readonly running: Set<Promise<unknown>>;
  isDead: boolean;
}

interface World {
  readonly enter: () => Actor;
  readonly actors: Actor[];
  /** Events that are stored, and that nobody has begun to acknowledge. */
  readonly mustBeThere: Set<string>;
  readonly mustBeGone: Set<string>;
  readonly faults: unknown[];
  made: number;
}

const makeEvents = (world: World, actor: Actor, count: number) => {
  const made = Array.from({ length: count }, () => event(world.made++));
  for (const { id } of made) actor.has.add(id);
  return made;
};

const append = async (world: World, actor: Actor, count: number) => {
  const made = makeEvents(world, actor, count);
  await actor.open.store.append(made);
  for (const { id } of made) if (actor.has.has(id)) world.mustBeThere.add(id);
};

const appendNow = (world: World, actor: Actor, count: number) => {
  const made = makeEvents(world, actor, count);
  if (!actor.open.store.appendNow?.(made)) return;
  for (const { id } of made) world.mustBeThere.add(id);
};

const take = async (world: World, actor: Actor, limit: number) => {
  const taken = await actor.open.store.take(limit);
  if (actor.isDead) return;
  expect(ids(taken)).toEqual(ids(taken).sort());
  expect(taken.length).toBeLessThanOrEqual(limit);
  for (const { id } of taken) {
    expect(world.mustBeGone).not.toContain(id);
    for (const living of world.actors) expect(living.has).not.toContain(id);
    actor.has.add(id);
  }
};

const acknowledge = async (world: World, actor: Actor, count: number) => {
  const done = [...actor.has].slice(0, count);
  for (const id of done) {
    actor.has.delete(id);
    world.mustBeThere.delete(id);
  }
  await actor.open.store.acknowledge(done);
  if (!actor.isDead) for (const id of done) world.mustBeGone.add(id);
};

/**
 * A crash lets running calls finish first: the test cannot stop code half-way, and in a browser the
 * code of a dead page neither goes on nor holds a lock. So the crash comes after the work, but
 * before its result is noticed.
 */
const crash = async (world: World, actor: Actor) => {
  actor.isDead = true;
  await Promise.all(actor.running);
  actor.open.crash?.();
  world.actors[world.actors.indexOf(actor)] = world.enter();
};

const settle = (_: World, actor: Actor) => Promise.all(actor.running);

const ACTIONS = { append, appendNow, take, acknowledge, crash, settle };

/**
 * Runs the steps and checks: no unacknowledged event is lost, none is held by two open stores, and
 * takes return events in order.
 */
export const runModel = async (place: StorePlace, steps: readonly Step[]): Promise<void> => {
  const enter = () =>
    ({ open: place.open(), has: new Set(), running: new Set(), isDead: false }) as Actor;
  const world: World = {
    enter,
    actors: [enter(), enter()],
    mustBeThere: new Set(),
    mustBeGone: new Set(),
    faults: [],
    made: 0,
  };
  for (const { what, who, count } of steps) {
    const actor = world.actors[who];
    if (!actor) continue;
    const done = Promise.resolve(ACTIONS[what](world, actor, count)).catch((fault) => {
      // Calls that a crash interrupted may fail.
      if (!actor.isDead) world.faults.push(fault);
    });
    // Only these steps wait for the actor's own calls; all other calls run while the next step
    // begins.
    if (what === 'settle' || what === 'crash') await done;
    else actor.running.add(done);
  }
  await Promise.all(world.actors.map((actor) => settle(world, actor)));
  expect(world.faults).toEqual([]);
  for (const actor of world.actors) actor.open.crash?.();

  const left = ids(await place.open().store.take(1_000));
  for (const id of world.mustBeThere) expect(left).toContain(id);
  for (const id of world.mustBeGone) expect(left).not.toContain(id);
  expect(left).toEqual([...new Set(left)].sort());
};
