// @vitest-environment happy-dom
// A pie chart draws positive values, and its table shows all of them.
/** @jsxImportSource preact */
import { beforeAll, expect, it, vi } from 'vitest';
import { PieChart } from '../../src/dashboard/charts/pie-chart.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const draw = async (...values: readonly number[]) => {
  const slices = values.map((value) => ({ name: `of ${value}`, value }));
  const root = await mount(<PieChart label="P" labelHead="k" slices={slices} />);
  const cells = [...root.querySelectorAll('td')].map(({ textContent }) => textContent);
  return { cells, note: root.querySelector('.note')?.textContent };
};

it('a negative value has no share, and does not reduce the others', async () => {
  const { cells, note } = await draw(30, 10, -5);
  expect(cells).toEqual(['30', '75%', '10', '25%', '-5', '—']);
  expect(note).toContain('Negative values');
});

it('says nothing about negative values if there are none', async () => {
  const { cells, note } = await draw(3, 0);
  expect(cells).toEqual(['3', '100%', '0', '0%']);
  expect(note).toBeUndefined();
});
