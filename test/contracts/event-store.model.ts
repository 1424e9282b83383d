// Two trackers that use, crash and reopen their stores in any order, and what must hold throughout.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { EventStore, QueuedEvent } from '../../src/core/ports.js';

/** One tracker's store, in a page or process that can die. */
export interface OpenStore {
  readonly store: EventStore;
  /** Dies without a word. Absent: this kind of store dies with all it has. */
  readonly crash?: () => void;
}

/** A place, such as a browser's profile, in which stores are opened one after another or at once. */
export interface StorePlace {
  open(): OpenStore;
}

/** The nth event: its id sorts by n. */
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
  /** What its tracker knows of: appended or taken, and not acknowledged. */
  readonly has: Set<string>;
  readonly running: Set<Promise<unknown>>;
  isDead: boolean;
}

interface World {
  readonly enter: () => Actor;
  readonly actors: Actor[];
  /** Safe in the store, and nobody has begun to acknowledge it. */
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
 * Its calls end first: nothing here could stop their code half-way, and a browser lets a dead page's
 * code neither go on nor see a lock. So the crash comes after the work, and before anyone hears of it.
 */
const crash = async (world: World, actor: Actor) => {
  actor.isDead = true;
  await Promise.all(actor.running);
  actor.open.crash?.();
  world.actors[world.actors.indexOf(actor)] = world.enter();
};

const settle = (_: World, actor: Actor) => Promise.all(actor.running);

const ACTIONS = { append, appendNow, take, acknowledge, crash, settle };

/** Nothing unacknowledged is lost, nothing is given to two that live, everything comes in order. */
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
      // What a crash cut off may well fail.
      if (!actor.isDead) world.faults.push(fault);
    });
    // Only these wait for an actor's own calls: everything else goes on while the next step begins.
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
