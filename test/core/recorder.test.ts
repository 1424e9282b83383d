// A call is only noted and completed later; the event still says what was true at the call.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Arrival } from '../../src/core/touch.js';
import type { Properties, TrackerOptions } from '../../src/core/tracker-types.js';
import { createFakeKeyValue, createWorld, openPage, type SentEvent } from './fakes.js';

const ADDRESSES = [
  '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  '0x00000000219ab540356cBB839Cbe05303d7705Fa',
] as const;

/** A site whose URL can carry a campaign. */
const openSite = (options: Partial<TrackerOptions> = {}) => {
  const world = createWorld();
  let url = 'https://dapp.example/';
  let asked = '';
  let page = { page_url: url };
  const takeArrival = (): Arrival | null => {
    if (url === asked) return null;
    asked = url;
    const utm_campaign = new URL(url).searchParams.get('utm_campaign');
    return utm_campaign ? { touch: { utm_campaign, landing_page: url }, isVisit: true } : null;
  };
  const opened = openPage(world, options, { readContext: () => page, takeArrival });
  return {
    ...opened,
    world,
    goTo: (next: string) => {
      url = next;
      page = { page_url: next };
    },
  };
};
describe('an event that is not recorded', () => {
  it('leaves what is sent once a session to the next event', async () => {
    const { tracker, goTo, world } = openSite({ exclude: { hosts: ['login.example'] } });
    goTo('https://login.example/?utm_campaign=june');
    tracker.page();
    tracker.identify('ada', { plan: 'pro' });
    await world.clock.turn(2_000);
    goTo('https://dapp.example/');
    tracker.page();
    tracker.identify('ada', { plan: 'pro' });
    tracker.identify('ada', { plan: 'pro' });
    await world.clock.turn(2_000);
    // No event mentions the excluded page, not even as the landing page.
    const landing_page = 'https://dapp.example/';
    expect([...world.server.kept.values()]).toMatchObject([
      { type: 'page', context: { utm_campaign: 'june', landing_page } },
      { type: 'identify', properties: { plan: 'pro' } },
    ]);
    expect(JSON.stringify([...world.server.kept.values()])).not.toContain('login.example');
    expect(tracker.stats().dropped).toEqual({ filtered: 2 });
  });

  it('because a plugin dropped it leaves the landing page to the next event', async () => {
    const { tracker, world } = openSite({
      plugins: [{ name: 'no pages', enrich: (event) => (event.type === 'page' ? null : event) }],
    });
    tracker.page();
    tracker.track('one');
    tracker.track('two');
    await world.clock.turn(2_000);
    const landing_page = 'https://dapp.example/';
    const contexts = [...world.server.kept.values()].map(({ context }) => context);
    expect(contexts).toEqual([
      { page_url: landing_page, landing_page },
      { page_url: landing_page },
    ]);
  });
});

type Site = ReturnType<typeof openSite>;

const STEPS: { readonly [name: string]: (site: Site) => unknown } = {
  track: ({ tracker }) => tracker.track('swap'),
  'track with a context': ({ tracker }) =>
    tracker.track('mint', { amount: 1 }, { context: { page_url: 'own' } }),
  page: ({ tracker }) => tracker.page(),
  identify: ({ tracker }) => tracker.identify('ada'),
  'identify another': ({ tracker }) => tracker.identify({ userId: 'bob', address: ADDRESSES[1] }),
  connect: ({ tracker }) => tracker.connect({ address: ADDRESSES[0], chainId: 1 }),
  'switch the chain': ({ tracker }) => tracker.chain({ chainId: 10 }),
  disconnect: ({ tracker }) => tracker.disconnect(),
  'sign with another wallet': ({ tracker }) =>
    tracker.signature({ status: 'requested', address: ADDRESSES[1] }),
  reset: ({ tracker }) => tracker.reset(),
  refuse: ({ tracker }) => tracker.consent('denied'),
  agree: ({ tracker }) => tracker.consent('granted'),
  wait: ({ tracker }) => tracker.consent('pending'),
  'a moment': ({ world }) => world.clock.turn(0),
  'a minute': ({ world }) => world.clock.set(world.clock.now() + 60_000),
  'an hour': ({ world }) => world.clock.set(world.clock.now() + 3_600_000),
  'another page': ({ goTo }) => goTo('https://dapp.example/pool'),
  'a campaign': ({ goTo }) => goTo('https://dapp.example/?utm_campaign=june'),
  'another campaign': ({ goTo }) => goTo('https://dapp.example/?utm_campaign=july'),
  attribution: ({ tracker }) => tracker.attribution(),
  hide: ({ page }) => page.hide(false),
};

/** Events with random ids replaced by numbers, which show only whether two events share an id. */
const comparable = (events: readonly SentEvent[]) => {
  const names = new Map<unknown, number>();
  const nameOf = (id: unknown) => {
    if (!names.has(id)) names.set(id, names.size);
    return names.get(id);
  };
  return events.map(({ message_id: _, sent_at: __, anonymous_id, session_id, ...event }) => ({
    ...event,
    visitor: nameOf(anonymous_id),
    session: nameOf(session_id),
  }));
};

const outcomeOf = async (steps: readonly string[], isCompletedAtOnce: boolean) => {
  const site = openSite();
  const { tracker, world } = site;
  for (const step of steps) {
    await STEPS[step]?.(site);
    // `stats()` counts drops, so it completes every call that waits.
    if (isCompletedAtOnce) tracker.stats();
  }
  const attribution = tracker.attribution();
  tracker.consent('granted');
  await world.clock.turn(10_000);
  return {
    events: comparable([...world.server.kept.values()]),
    attribution,
    stats: tracker.stats(),
  };
};

describe('an event', () => {
  it('says what was true at its call, whatever happens before it is completed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(STEPS)), { minLength: 2, maxLength: 12 }),
        async (steps) => {
          expect(await outcomeOf(steps, false)).toEqual(await outcomeOf(steps, true));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has the properties and options as they were at the call', async () => {
    const { tracker, world } = openSite();
    const properties = { amount: 1 };
    const options = { messageId: 'first', context: { variant: 'a' } };
    tracker.track('swap', properties, options);
    properties.amount = 2;
    options.messageId = 'second';
    options.context.variant = 'b';
    await world.clock.turn(2_000);
    expect([...world.server.kept.values()]).toMatchObject([
      { message_id: 'first', properties: { amount: 1 }, context: { variant: 'a' } },
    ]);
  });
});

it('counts a campaign also where the URL loses it before the page view is recorded', async () => {
  let seen: () => Properties = () => ({});
  const { tracker, goTo, world } = openSite({
    plugins: [
      {
        name: 'views',
        setup: (_, host) => {
          seen = host.context;
          return undefined;
        },
      },
    ],
  });
  tracker.track('before');
  goTo('https://dapp.example/?utm_campaign=june');
  const context = seen();
  goTo('https://dapp.example/');
  tracker.page({}, { context });
  tracker.track('after');
  await world.clock.turn(2_000);
  const [before, view, after] = [...world.server.kept.values()];
  expect(view?.context).toMatchObject({
    page_url: 'https://dapp.example/?utm_campaign=june',
    utm_campaign: 'june',
  });
  expect(after?.context).toEqual({ page_url: 'https://dapp.example/', utm_campaign: 'june' });
  expect(view?.session_id).not.toBe(before?.session_id);
  expect(after?.session_id).toBe(view?.session_id);
});

describe('a call', () => {
  it('of track() neither reads nor writes storage, which the browser may block on', async () => {
    const world = createWorld();
    let touched = 0;
    const { get, set, remove } = createFakeKeyValue(world.values);
    const counted =
      <I extends readonly unknown[], O>(run: (...input: I) => O) =>
      (...input: I) => {
        touched += 1;
        return run(...input);
      };
    const keyValue = { get: counted(get), set: counted(set), remove: counted(remove) };
    const { tracker } = openPage(world, {}, { keyValue });
    touched = 0;
    for (let n = 0; n < 200; n++) tracker.track('step', { n });
    expect(touched).toBe(0);
    await world.clock.turn(2_000);
    expect(touched).toBeGreaterThan(0);
    expect(world.server.kept.size).toBe(200);
  });

  it('runs plugins that change events before it returns, so that they can look at the page', () => {
    const seen: unknown[] = [];
    const plugin = {
      name: 'looker',
      enrich: (event: { readonly event: string | null }) => {
        seen.push(event.event);
        return null;
      },
    };
    const { tracker } = openSite({ plugins: [plugin as never] });
    tracker.track('swap');
    expect(seen).toEqual(['swap']);
  });

  it('is counted as filtered as soon as stats() is called, and reported with the name of the event', () => {
    const { tracker, drops } = openSite({ exclude: { paths: [/./] } });
    tracker.track('swap');
    expect(tracker.stats()).toMatchObject({ accepted: 1, queued: 0, dropped: { filtered: 1 } });
    expect(drops).toMatchObject([{ reason: 'filtered', detail: 'swap: the path is excluded' }]);
  });

  it('throws no later error at the page when an option is invalid', async () => {
    const { tracker, drops, world } = openSite({ exclude: { timezones: 5 as never } });
    tracker.track('swap');
    await world.clock.turn(2_000);
    expect(drops).toMatchObject([
      { reason: 'filtered', detail: expect.stringContaining('swap: TypeError') },
    ]);
  });
});
