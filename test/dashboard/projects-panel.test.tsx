// @vitest-environment happy-dom
// The events of each project are counted over as many days as the panel says.
/** @jsxImportSource preact */
import { expect, it, vi } from 'vitest';
import { daysOf } from '../../src/dashboard/state/date-range.js';
import { KeyContext } from '../../src/dashboard/state/key.js';
import { countDays } from '../../src/dashboard/state/time-steps.js';
import { ProjectsPanel } from '../../src/dashboard/views/settings/projects-panel.js';
import { At } from './at.js';
import { mount } from './render.js';

it('counts the last 30 days including today', async () => {
  const run = vi.fn(async (_query: string) => ({ data: [] }));
  const key = { data: { projects: [{ id: 'p', name: 'P' }] } };
  const root = await mount(
    <At hash="#/settings" client={{ query: { run } }}>
      <KeyContext.Provider value={key as never}>
        <ProjectsPanel />
      </KeyContext.Provider>
    </At>,
  );
  expect(root.textContent).toContain('in the last 30 days');
  const [, how, back] =
    /toDate\(timestamp\) (>=?) today\(\) - (\d+)/.exec(String(run.mock.calls[0])) ?? [];
  const days = Number(back) + (how === '>=' ? 1 : 0);
  expect(days).toBe(countDays(daysOf({ last: 30 }, Date.now())));
});
