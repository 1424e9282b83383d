// Which project something new is of, before somebody chooses another one.
import { useProjects } from './key.js';
import { useScope } from './scope.js';

/** @returns the id of the one that is looked at, else of the first; empty where the key told none */
export function useNewProject(): string {
  const projects = useProjects();
  const { project } = useScope();
  return (projects.find(({ id }) => id === project) ?? projects[0])?.id ?? '';
}
