// @vitest-environment happy-dom
// The empty list of boards explains what boards are for, or how to get a key that can create one.
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

it('with a key that only reads: shows a command that creates a key with write access', async () => {
  expect(await shown(['boards:read'])).toEqual({
    command: expect.stringMatching(/ keys create .*--scopes \S*boards:read\S*,boards:write$/),
    canMake: false,
  });
});

it('with a key that writes: shows a button, and no command', async () => {
  expect(await shown(['boards:read', 'boards:write'])).toEqual({
    command: undefined,
    canMake: true,
  });
});

it('before the scopes of the key are known: shows the button, so that nothing moves in the usual case', async () => {
  expect(await shown()).toEqual({ command: undefined, canMake: true });
});
