// Rows that several projects of a workspace have in common are shown once.
import { expect, it } from 'vitest';
import { overProjects } from '../../src/dashboard/format/over-projects.js';

const row = (project_id: string, page: string, hits: number) => ({ project_id, page, hits });
const pageOf = ({ page }: { page: string }) => page;

it('rows of one project stay unchanged', () => {
  const rows = [row('a', '/', 1), row('a', '/b', 5)];
  expect(overProjects(rows, pageOf)).toBe(rows);
});

it('rows of several projects are summed up by name', () => {
  const rows = [row('a', '/', 5), row('a', '/b', 4), row('b', '/b', 3), row('b', '/', 1)];
  expect(overProjects(rows, pageOf)).toEqual([row('a', '/', 6), row('a', '/b', 7)]);
});

it('days keep their order', () => {
  const day = (project_id: string, date: string, revenue: number) => ({
    project_id,
    date,
    revenue,
  });
  const rows = [
    day('a', '2026-03-01', 1),
    day('b', '2026-03-01', 2),
    day('a', '2026-03-02', 9),
    day('b', '2026-03-02', 0),
  ];
  expect(overProjects(rows, ({ date }) => date).map(({ revenue }) => revenue)).toEqual([3, 9]);
});
