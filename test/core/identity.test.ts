// Who the visitor is: ids and addresses, and which identify calls are sent.
import { describe, expect, it } from 'vitest';
import { createWorld, openPage, type World } from './fakes.js';

const [ONE, TWO] = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
];

const sent = async (world: World) => {
  await world.clock.turn(2_000);
  return [...world.server.kept.values()];
};

describe('identify', () => {
  it('sends the same call once a session, across all its pages', async () => {
    const world = createWorld();
    for (let load = 0; load < 3; load++) {
      const { tracker } = openPage(world);
      tracker.identify('ada', { plan: 'pro', tags: new Set(['a']) });
      tracker.identify('ada', { plan: 'pro', tags: new Set(['a']) });
      tracker.identify({ address: ONE });
      tracker.identify({ address: ONE.toLowerCase() });
    }
    expect(await sent(world)).toHaveLength(2);
    await world.clock.turn(31 * 60_000);
    openPage(world).tracker.identify('ada', { plan: 'pro', tags: new Set(['a']) });
    expect(await sent(world)).toHaveLength(3);
  });

  it('accepts a number as user id', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    // Backends use numbers as ids, 0 among them; NaN is no id and changes nothing.
    for (const id of [42, Number.NaN, 0]) tracker.identify(id);
    const ids = (await sent(world)).map(({ user_id }) => user_id);
    expect(ids).toEqual(['42', '42', '0']);
  });

  it('sends a call whose traits changed, also when they change back', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    for (const plan of ['free', 'pro', 'pro', 'free']) tracker.identify('ada', { plan });
    const plans = (await sent(world)).map(({ properties }) => properties);
    expect(plans).toEqual([{ plan: 'free' }, { plan: 'pro' }, { plan: 'free' }]);
  });

  it('sends the same call again for a new person', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    tracker.identify('ada');
    tracker.reset();
    tracker.identify('ada');
    const [before, after, ...more] = await sent(world);
    expect(after?.anonymous_id).not.toBe(before?.anonymous_id);
    expect(more).toEqual([]);
  });

  it('works with an id that cannot be written into a cookie', async () => {
    const world = createWorld();
    openPage(world).tracker.identify('\ud800');
    expect(await sent(world)).toMatchObject([{ user_id: '\ud800' }]);
  });
});

describe('addresses', () => {
  it('are all those that the visitor used, the last one first, each once', () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    expect(tracker.addresses()).toEqual([]);
    tracker.connect({ address: ONE, chainId: 1 });
    tracker.connect({ address: TWO, chainId: 1 });
    tracker.disconnect();
    tracker.identify({ address: ONE.toLowerCase() });
    expect(tracker.addresses()).toEqual([ONE, TWO]);
    expect(openPage(world).tracker.addresses()).toEqual([ONE, TWO]);
    tracker.reset();
    expect(tracker.addresses()).toEqual([]);
  });

  it('include those of other tabs', () => {
    const world = createWorld();
    const [first, second] = [openPage(world).tracker, openPage(world).tracker];
    first.connect({ address: ONE, chainId: 1 });
    second.connect({ address: TWO, chainId: 1 });
    for (const tracker of [first, second, openPage(world).tracker]) {
      expect(tracker.addresses()).toEqual([TWO, ONE]);
    }
  });

  it('are limited to the last 10', () => {
    const { tracker } = openPage(createWorld());
    for (let n = 0; n < 50; n++) tracker.connect({ address: `wallet-${n}`, chainId: 1 });
    expect(tracker.addresses()).toHaveLength(10);
    expect(tracker.addresses()[0]).toBe('wallet-49');
  });
});

describe('another tab', () => {
  const openTwo = () => {
    const world = createWorld();
    return { world, first: openPage(world), second: openPage(world) };
  };

  it('becomes the new visitor, too, after a reset in one tab', async () => {
    const { world, first, second } = openTwo();
    first.tracker.identify({ userId: 'ada', address: ONE });
    second.page.show();
    second.tracker.track('as ada');
    first.tracker.reset();
    first.tracker.track('after');
    second.tracker.track('not told yet');
    second.page.show();
    second.tracker.track('as the new one');
    const events = await sent(world);
    const of = (name: string) => events.find(({ event }) => event === name);
    expect(of('as ada')).toMatchObject({ user_id: 'ada' });
    expect(of('not told yet')?.anonymous_id).toBe(of('as ada')?.anonymous_id);
    const ofVisitor = (name: string) => [of(name)?.anonymous_id, of(name)?.session_id];
    expect(ofVisitor('as the new one')).toEqual(ofVisitor('after'));
    expect(of('as the new one')).toMatchObject({ user_id: null, address: null });
    expect(of('after')?.anonymous_id).not.toBe(of('as ada')?.anonymous_id);
    expect(of('after')?.session_id).not.toBe(of('as ada')?.session_id);
  });

  it('keeps its own wallet when the visitor is the same', async () => {
    const { world, first, second } = openTwo();
    second.tracker.connect({ address: TWO });
    first.tracker.connect({ address: ONE });
    second.page.show();
    second.tracker.track('swap');
    expect((await sent(world)).find(({ event }) => event === 'swap')?.address).toBe(TWO);
  });

  it('does not overwrite an id that another tab is about to write', () => {
    const { world, second } = openTwo();
    const before = second.tracker.anonymousId();
    world.values.delete('anonymous_id');
    second.page.show();
    expect(second.tracker.anonymousId()).toBe(before);
    expect(world.values.has('anonymous_id')).toBe(false);
  });
});
