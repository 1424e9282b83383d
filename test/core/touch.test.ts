// How much of a touch is kept: what a cookie takes.
import { expect, it } from 'vitest';
import { COOKIE_MAX_CHARACTERS, readTouch, writeTouch } from '../../src/core/touch.js';

const LONG = 'x'.repeat(COOKIE_MAX_CHARACTERS);

it('keeps what a cookie takes as it is', () => {
  const touch = { ref: 'ada', landing_page: 'https://dapp.example/?ref=ada' };
  expect(readTouch(writeTouch(touch))).toEqual(touch);
});

it('leaves out the query of an address first, and what comes last', () => {
  const landing_page = 'https://dapp.example/swap';
  const touch = { ref: 'ada', landing_page: `${landing_page}?ref=ada&utm_term=${LONG}` };
  expect(readTouch(writeTouch(touch))).toEqual({ ref: 'ada', landing_page });
  const long = {
    ref: 'ada',
    referrer: 'https://t.co/',
    landing_page: `https://dapp.example/${LONG}`,
  };
  expect(readTouch(writeTouch(long))).toEqual({ ref: 'ada', referrer: 'https://t.co/' });
});

it.each([null, '', 'null', '1', '"text"', '{', '\0'])('%j is no touch', (text) => {
  expect(readTouch(text)).toEqual({});
});
