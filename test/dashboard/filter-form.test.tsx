// @vitest-environment happy-dom
// A filter that is added is one that the API takes: else each part of the page would say that it does not.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { FilterForm } from '../../src/dashboard/parts/filter-form.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

it.each([
  ['gte', '12.5', true],
  ['gte', '1|2', false],
  ['in', '1 | -2.5', true],
  ['in', '1|', false],
])('revenue %s %s', async (op, text, isOne) => {
  const root = await mount(<FilterForm onAdd={() => {}} />);
  const [what, how] = root.querySelectorAll('select');
  const choose = (list: HTMLSelectElement | undefined, value: string) =>
    act(() => {
      if (list === undefined) throw new Error('There is no list.');
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    });
  await choose(what, 'revenue');
  await choose(how, op);
  const value = root.querySelector('input');
  // Which no engine without a page checks.
  expect(new RegExp(`^(?:${value?.pattern})$`, 'v').test(text)).toBe(isOne);
});
