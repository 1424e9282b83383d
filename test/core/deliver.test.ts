// A batch that the server refused as a whole is split: only the events that are still queued are
// sent again.
import { expect, it } from 'vitest';
import { withConsent } from '../../src/core/consent.js';
import type { SendResult } from '../../src/core/ports.js';
import { createWorld, openPage, settle } from './fakes.js';

const REFUSALS: SendResult[] = [
  { kind: 'tooLarge' },
  { kind: 'rejected', reason: 'invalid', detail: 'bad' },
];

/** A page whose first batch is under way, and the function that answers it. */
const openSending = async () => {
  const world = createWorld();
  let answer: (result: SendResult) => void = () => {};
  world.server.answer = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const { tracker, page } = openPage(
    world,
    {},
    { transport: withConsent(world.server.transport, () => tracker.isGranted()) },
  );
  for (const name of ['one', 'two', 'three']) tracker.track(name);
  await world.clock.turn(2_000);
  expect(world.server.requests).toHaveLength(1);
  world.server.answer = () => ({ kind: 'delivered' });
  return { world, tracker, page, answer };
};

it.each(REFUSALS)(
  'does not resend a refused batch (%j) if consent was withdrawn and granted meanwhile',
  async (refusal) => {
    const { world, tracker, answer } = await openSending();
    tracker.consent('denied');
    tracker.consent('granted');
    tracker.track('later');
    answer(refusal);
    await world.clock.turn(10_000);
    expect(world.server.names()).toEqual(['later']);
    expect(tracker.stats()).toMatchObject({ delivered: 1, queued: 0, dropped: { consent: 3 } });
  },
);

it.each(REFUSALS)(
  "does not resend events of a refused batch (%j) that the page's last request delivered",
  async (refusal) => {
    const { world, tracker, page, answer } = await openSending();
    page.hide(true);
    await settle();
    expect(world.server.names()).toEqual(['one', 'two', 'three']);
    answer(refusal);
    await world.clock.turn(10_000);
    expect(world.server.requests).toHaveLength(2);
    expect(tracker.stats()).toMatchObject({ delivered: 3, queued: 0, dropped: {} });
  },
);
