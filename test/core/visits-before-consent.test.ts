// Several visits to one page while its visitor has not decided yet.
import { expect, it } from 'vitest';
import type { ConsentState } from '../../src/core/consent.js';
import type { Arrival } from '../../src/core/touch.js';
import { createWorld, openPage } from './fakes.js';

it.each<ConsentState>(['granted', 'pending'])(
  'are sessions of their own, each with its own touch, when the consent begins as %s',
  async (consent) => {
    const world = createWorld();
    const arrivals: Arrival[] = [{ touch: { referrer: 'https://a.example/' }, isVisit: true }];
    const takeArrival = () => arrivals.shift() ?? null;
    let context = { page_url: 'https://dapp.example/' };
    const readContext = () => context;
    const { tracker } = openPage(world, { consent }, { takeArrival, readContext });
    tracker.track('first visit');
    await world.clock.turn(2 * 3_600_000);
    tracker.track('after a break');
    context = { page_url: 'https://dapp.example/?utm_source=news' };
    arrivals.push({ touch: { utm_source: 'news' }, isVisit: true });
    tracker.track('by a campaign');
    tracker.consent('granted');
    tracker.track('after the grant');
    await world.clock.turn(5_000);
    const events = [...world.server.kept.values()];
    const ids = [...new Set(events.map(({ session_id }) => session_id))];
    const told = events.map(({ event, session_id, context }) => {
      const { referrer, utm_source, landing_page } = context as Record<string, unknown>;
      return [event, ids.indexOf(session_id), utm_source ?? referrer, !!landing_page];
    });
    expect(told).toEqual([
      ['first visit', 0, 'https://a.example/', true],
      ['after a break', 1, undefined, true],
      ['by a campaign', 2, 'news', true],
      ['after the grant', 2, 'news', false],
    ]);
    expect(new Set(events.map(({ anonymous_id }) => anonymous_id)).size).toBe(1);
  },
);
