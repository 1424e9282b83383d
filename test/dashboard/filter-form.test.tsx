// @vitest-environment happy-dom
// The form accepts only filters that the API accepts; otherwise every panel would show an error.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { FilterForm } from '../../src/dashboard/parts/filter-form.js';
import { At } from './at.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const open = async () => {
  // No values to suggest.
  const none = async () => ({ data: [] });
  const client = { analytics: { topPages: none, topEvents: none, topSources: none } };
  const root = await mount(
    <At hash="" client={client}>
      <FilterForm onAdd={() => {}} />
    </At>,
  );
  const choose = (nth: number, value: string) =>
    act(() => {
      const list = root.querySelectorAll('select')[nth];
      if (list === undefined) throw new Error('There is no list.');
      list.value = value;
      list.dispatchEvent(new Event('change', { bubbles: true }));
    });
  return {
    chooseField: (field: string) => choose(0, field),
    chooseOperator: (op: string) => choose(1, op),
    // The pattern is checked here, since happy-dom does not validate it; an empty attribute matches
    // only the empty text.
    takes: (text: string) => {
      const pattern = root.querySelector('input')?.getAttribute('pattern') ?? '.*';
      return new RegExp(`^(?:${pattern})$`, 'v').test(text);
    },
  };
};

it.each([
  ['gte', '12.5', true],
  ['gte', '1|2', false],
  ['in', '1 | -2.5', true],
  ['in', '1|', false],
])('for revenue %s, whether %s is accepted', async (op, text, isOne) => {
  const form = await open();
  await form.chooseField('revenue');
  await form.chooseOperator(op);
  expect(form.takes(text)).toBe(isOne);
});

it('accepts any text for a page that is selected after a numeric field', async () => {
  const form = await open();
  await form.chooseField('revenue');
  expect(form.takes('/swap')).toBe(false);
  await form.chooseField('page');
  expect(form.takes('/swap')).toBe(true);
});
