// @vitest-environment happy-dom
// The table of a board shows exact values, not the shortened numbers of a headline.
/** @jsxImportSource preact */
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { RowsTable } from '../../src/dashboard/charts/rows-table.js';
import { isWalletAddress } from '../../src/dashboard/format/names.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';
import { mount } from './render.js';

const EVM = '0x0c54FcCd2e384b4BB6f2E405Bf5Cbc15a017AaFb';
const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const SYSTEM_PROGRAM = '1'.repeat(32);

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const cellsOf = async (...columns: readonly (readonly [string, string, unknown])[]) => {
  const root = await mount(
    <NavigationContext.Provider value={{ hrefTo: () => '#/somewhere' } as never}>
      <RowsTable
        caption="Rows"
        results={{
          meta: columns.map(([name, type]) => ({ name, type })),
          data: [Object.fromEntries(columns.map(([name, , value]) => [name, value]))],
        }}
      />
    </NavigationContext.Provider>,
  );
  return [...root.querySelectorAll('td')];
};

it.each([
  ['2026', 'UInt16', 2026, '2026'],
  ['toYear(timestamp)', 'UInt16', 2026, '2026'],
  ['21345678', 'UInt32', 21_345_678, '21345678'],
  ['unixtime', 'UInt32', 1_764_000_000, '1764000000'],
  ['user_id', 'UInt64', 1_234_567, '1234567'],
  ['block', 'Nullable(UInt64)', 21_345_678, '21345678'],
  ['events', 'UInt64', 123_456, '123,456'],
  ['events', 'UInt64', Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
  ['revenue', 'Nullable(Float64)', 391.278_392_1, '391.2783921'],
  ['revenue', 'Float64', 0.1 + 0.2, '0.3'],
  ['price', 'Float64', 0.000_000_123_4, '0.0000001234'],
  ['volume', 'Float64', 3.3e24, '3.3E24'],
  ['volume', 'Float64', null, '—'],
])('%s of type %s shows %s as %s', async (name, type, value, text) => {
  const [cell] = await cellsOf([name, type, value]);
  expect(cell?.textContent).toBe(text);
  expect(cell?.className).toBe('number');
});

it.each([EVM, SOLANA])('%s is shortened and links to its wallet', async (address) => {
  const [cell] = await cellsOf(['address', 'String', address]);
  expect(cell?.querySelector('a')?.title).toBe(address);
  expect(cell?.querySelector('a')?.textContent).toMatch(/^.{6}….{4}$/);
});

it.each([
  ['', false],
  [SYSTEM_PROGRAM, true],
  [SOLANA.slice(4), false],
  ['d41d8cd98f11b214e9811998ecf8427e', false],
  [`${EVM}00`, false],
])('recognises whether "%s" is an address: %s', (text, isOne) => {
  expect(isWalletAddress(text)).toBe(isOne);
});

it('with thousands of rows shows a thousand at a time', async () => {
  const data = Array.from({ length: 1_002 }, (_, at) => ({ at }));
  const meta = [{ name: 'at', type: 'UInt64' }];
  const root = await mount(<RowsTable caption="Rows" results={{ meta, data }} />);
  expect(root.querySelectorAll('tbody tr')).toHaveLength(1_000);
  const button = root.querySelector('button');
  expect(button?.textContent).toBe('Show 2 more');
  await act(() => button?.click());
  expect(root.querySelectorAll('tbody tr')).toHaveLength(1_002);
  expect(root.querySelector('button')).toBeNull();
});
