// @vitest-environment happy-dom
// Removing something by keyboard moves the focus next to where it was, not to the top of the page.
/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { expect, it } from 'vitest';
import { FilterBar } from '../../src/dashboard/parts/filter-bar.js';
import { RemoveButton } from '../../src/dashboard/parts/remove-button.js';
import { parsePlace } from '../../src/dashboard/state/place.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';
import { mount } from './render.js';

const ADDRESS = '#/overview?filter=page:eq:/a&filter=page:eq:/b';

function Filtered() {
  const [place, setPlace] = useState(parsePlace(ADDRESS));
  const go = (change: object) => setPlace((now) => ({ ...now, ...change }));
  return (
    <NavigationContext.Provider value={{ place, go, hrefTo: () => '' } as never}>
      <button type="button">Days</button>
      <FilterBar />
      <button type="button">After</button>
    </NavigationContext.Provider>
  );
}

function Rows() {
  const [rows, setRows] = useState([1, 2]);
  return (
    <div>
      <button type="button">Add</button>
      {rows.map((row, at) => (
        <RemoveButton
          key={String(at)}
          what={`row ${at + 1}`}
          onRemove={() => setRows(rows.filter((one) => one !== row))}
        />
      ))}
    </div>
  );
}

const press = async (root: HTMLElement, words: string) => {
  const button = [...root.querySelectorAll('button')].find((one) => one.textContent === words);
  if (button === undefined) throw new Error(`There is no button ${words} in ${root.textContent}`);
  button.focus();
  await act(async () => button.click());
};
const focused = () => document.activeElement?.textContent;

it('after a filter, to the previous one, and then to the element before the filters', async () => {
  const root = await mount(<Filtered />);
  const [first, second] = [...root.querySelectorAll('.chip')].map(
    (chip) => chip.querySelector('button')?.textContent ?? '',
  );
  await press(root, second ?? '');
  expect(focused()).toBe(first);
  await press(root, first ?? '');
  expect(focused()).toBe('Days');
});

it('after all filters, to the element before them', async () => {
  const root = await mount(<Filtered />);
  await press(root, 'Remove all');
  expect(root.querySelector('.chip')).toBeNull();
  expect(focused()).toBe('Days');
});

it('after a row, to the next one, or to the element before', async () => {
  const root = await mount(<Rows />);
  await press(root, 'Remove row 1');
  expect(focused()).toBe('Remove row 1');
  await press(root, 'Remove row 1');
  expect(focused()).toBe('Add');
});
