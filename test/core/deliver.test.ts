// What is left of a batch that the server refused as a whole: only what still waits is sent again.
import { expect, it } from 'vitest';
import { withConsent } from '../../src/core/consent.js';
import type { SendResult } from '../../src/core/ports.js';
import { createWorld, openPage, settle } from './fakes.js';

const REFUSALS: SendResult[] = [
  { kind: 'tooLarge' },
  { kind: 'rejected', reason: 'invalid', detail: 'bad' },
];

/** A page whose first batch is out, and the function that answers it. */
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
  'sends no part of it after a consent that came and went meanwhile: %j',
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
  "sends no part of it that the page's last request delivered: %j",
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
