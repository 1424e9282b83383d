// @vitest-environment happy-dom
// Only days that can have data can be selected.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { RangePicker } from '../../src/dashboard/parts/range-picker.js';
import { parsePlace } from '../../src/dashboard/state/place.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';
import { FIRST_DAY, LAST_DAY } from '../../src/protocol/limits.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const place = parsePlace('#/overview');

// A date field reads a year of two digits as one of the first century, and accepts years of five
// digits.
it('limits the first and the last day to them', async () => {
  const root = await mount(
    <NavigationContext.Provider value={{ place, hrefTo: () => '', go: () => {} }}>
      <RangePicker />
    </NavigationContext.Provider>,
  );
  await act(() => root.querySelector('button')?.click());
  const fields = [...root.querySelectorAll<HTMLInputElement>('[type=date]')];
  expect(fields.map(({ min, max }) => [min, max])).toEqual([
    [FIRST_DAY, LAST_DAY],
    [FIRST_DAY, LAST_DAY],
  ]);
});
