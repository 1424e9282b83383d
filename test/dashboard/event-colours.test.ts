// An event has the same colour in all lists and charts, and events side by side never share one.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventColour, eventColours } from '../../src/dashboard/format/event-colours.js';

const TYPES = ['page', 'identify', 'connect', 'signature', 'transaction'];

it('types keep their colour in any order and next to any others', () => {
  const names = fc.shuffledSubarray([...TYPES, 'badge_minted', 'constructor', 'Others']);
  fc.assert(
    fc.property(names, (shown) => {
      const colours = eventColours(shown);
      for (const [index, name] of shown.entries())
        if (TYPES.includes(name))
          expect(colours[index]).toBe(eventColour({ type: name, event: '' }));
    }),
  );
});

it('up to eight events have different colours', () => {
  const name = fc.oneof(fc.constantFrom(...TYPES, 'disconnect', 'chain', 'Others'), fc.string());
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), (shown) => {
      expect(new Set(eventColours(shown)).size).toBe(shown.length);
    }),
  );
});

it('next to a chart, an event has the colour of that chart', () => {
  const beside = ['page', 'badge_minted', 'connect', 'badge_viewed', 'detect', 'Others'];
  const [, minted, connect, viewed, detect, others] = eventColours(beside);
  const colourOf = (type: string, event = '') => eventColour({ type, event }, beside);
  expect(colourOf('track', 'badge_viewed')).toBe(viewed);
  expect(colourOf('track', 'badge_minted')).toBe(minted);
  expect([colourOf('connect'), colourOf('detect')]).toEqual([connect, detect]);
  expect([colourOf('track', 'rare'), colourOf('chain')]).toEqual([others, others]);
  expect(eventColour({ type: 'track', event: 'rare' })).toBe(3);
});

it('each of more than eight events still gets a colour', () => {
  const shown = Array.from({ length: 20 }, (_, index) => `event ${index}`);
  expect(eventColours(shown).every((colour) => colour >= 1 && colour <= 8)).toBe(true);
});
