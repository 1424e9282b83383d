// @vitest-environment happy-dom
// What the list of boards says where there is none: what one is for, or how to get a key that makes one.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { Boards } from '../../src/dashboard/views/boards.js';
import { At } from './at.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const client = { boards: { list: () => ({ toArray: async () => [] }) } };

function Page({ scopes }: { readonly scopes?: readonly string[] }) {
  const key = scopes === undefined ? {} : { data: { scopes, projects: [] } };
  return (
    <At hash="#/boards" client={client}>
      <KeyContext.Provider value={key as never}>
        <Boards />
      </KeyContext.Provider>
    </At>
  );
}

const shown = async (scopes?: readonly string[]) => {
  const page = await mount(<Page {...(scopes && { scopes })} />);
  await act(() => pause());
  expect(page.querySelector('a[href="/docs/boards"]')).not.toBeNull();
  const command = page.querySelector('pre')?.textContent;
  return { command, canMake: page.querySelector('button')?.textContent === 'New board' };
};

it('to a key that only reads: a command that makes one which writes', async () => {
  expect(await shown(['boards:read'])).toEqual({
    command: expect.stringMatching(/ keys create .*--scopes \S*boards:read\S*,boards:write$/),
    canMake: false,
  });
});

it('to a key that writes: a button, and no command', async () => {
  expect(await shown(['boards:read', 'boards:write'])).toEqual({
    command: undefined,
    canMake: true,
  });
});

it('before the server has said what the key may: as to one that writes, so that nothing moves then', async () => {
  expect(await shown()).toEqual({ command: undefined, canMake: true });
});
