// Who the visitor is: ids, accounts, and what is said once.
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
  it('says the same once a session, in all its pages', async () => {
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

  it('takes the number of a database for an id', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    // As a backend does, 0 as well; what is none says nothing.
    for (const id of [42, Number.NaN, 0]) tracker.identify(id);
    const ids = (await sent(world)).map(({ user_id }) => user_id);
    expect(ids).toEqual(['42', '42', '0']);
  });

  it('says again what changed, also when it changes back', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    for (const plan of ['free', 'pro', 'pro', 'free']) tracker.identify('ada', { plan });
    const plans = (await sent(world)).map(({ properties }) => properties);
    expect(plans).toEqual([{ plan: 'free' }, { plan: 'pro' }, { plan: 'free' }]);
  });

  it('says everything again for a new person', async () => {
    const world = createWorld();
    const { tracker } = openPage(world);
    tracker.identify('ada');
    tracker.reset();
    tracker.identify('ada');
    const [before, after, ...more] = await sent(world);
    expect(after?.anonymous_id).not.toBe(before?.anonymous_id);
    expect(more).toEqual([]);
  });

  it('survives an id that no cookie can carry', async () => {
    const world = createWorld();
    openPage(world).tracker.identify('\ud800');
    expect(await sent(world)).toMatchObject([{ user_id: '\ud800' }]);
  });
});

describe('addresses', () => {
  it('are all that the visitor used, the last one first, each once', () => {
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

  it('are those of other tabs, too', () => {
    const world = createWorld();
    const [first, second] = [openPage(world).tracker, openPage(world).tracker];
    first.connect({ address: ONE, chainId: 1 });
    second.connect({ address: TWO, chainId: 1 });
    for (const tracker of [first, second, openPage(world).tracker]) {
      expect(tracker.addresses()).toEqual([TWO, ONE]);
    }
  });

  it('are bounded', () => {
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

  it('is the new visitor, too, once one of them was reset', async () => {
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

  it('writes nothing over what is about to be written', () => {
    const { world, second } = openTwo();
    const before = second.tracker.anonymousId();
    world.values.delete('anonymous_id');
    second.page.show();
    expect(second.tracker.anonymousId()).toBe(before);
    expect(world.values.has('anonymous_id')).toBe(false);
  });
});
