// The project that is chosen at first in a form for something new.
import { useProjects } from './key.js';
import { useScope } from './scope.js';

/** @returns the id of the project that is looked at, else of the first one; empty while no projects are known */
export function useNewProject(): string {
  const projects = useProjects();
  const { project } = useScope();
  return (projects.find(({ id }) => id === project) ?? projects[0])?.id ?? '';
}
