// @vitest-environment happy-dom
// What the list of boards says where there is none: a command that works, also with several projects.
/** @jsxImportSource preact */
import { setImmediate as pause } from 'node:timers/promises';
import { act } from 'preact/test-utils';
import { beforeAll, expect, it, vi } from 'vitest';
import { parsePlace } from '../../src/dashboard/state/place.js';
import { ScopeContext, useScopeOf } from '../../src/dashboard/state/scope.js';
import { SessionContext } from '../../src/dashboard/state/session.js';
import { NavigationContext } from '../../src/dashboard/state/use-place.js';
import { Boards } from '../../src/dashboard/views/boards.js';
import { mount } from './render.js';

beforeAll(() => {
  vi.stubGlobal('navigator', { language: 'en-US' });
});

const place = parsePlace('#/boards');
const session = { client: { boards: { list: async () => ({ data: [] }) } } };

const Page = () => (
  <SessionContext.Provider value={session as never}>
    <NavigationContext.Provider value={{ place, hrefTo: () => '', go: () => {} }}>
      <ScopeContext.Provider value={useScopeOf(place)}>
        <Boards />
      </ScopeContext.Provider>
    </NavigationContext.Provider>
  </SessionContext.Provider>
);

it('names the project, without which a workspace of several refuses a board, and leads to the guide', async () => {
  const page = await mount(<Page />);
  await act(() => pause());
  expect(page.querySelector('pre')?.textContent).toContain('/v0/boards?project_id=PROJECT_ID"');
  expect(page.textContent).toContain('npx chaintrail project list');
  expect(page.querySelector('a[href="/docs/boards"]')).not.toBeNull();
});
