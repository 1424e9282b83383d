// How much of a touch is stored: as much as a cookie can hold.
import { expect, it } from 'vitest';
import { COOKIE_MAX_CHARACTERS, readTouch, writeTouch } from '../../src/core/touch.js';

const LONG = 'x'.repeat(COOKIE_MAX_CHARACTERS);

it('keeps a touch that a cookie can hold as it is', () => {
  const touch = { ref: 'ada', landing_page: 'https://dapp.example/?ref=ada' };
  expect(readTouch(writeTouch(touch))).toEqual(touch);
});

it('leaves out the query of a URL first, then the last fields', () => {
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

it.each([null, '', 'null', '1', '"text"', '{', '\0'])('reads %j as an empty touch', (text) => {
  expect(readTouch(text)).toEqual({});
});
