// The field that chooses the project for something new; left out when there is only one project.
/** @jsxImportSource preact */
import { useProjects } from '../state/key.js';
import { SelectField } from './field.js';

export interface ProjectFieldProps {
  /** Id of the chosen project. */
  readonly value: string;
  readonly note: string;
  readonly onChoose: (id: string) => void;
}

export function ProjectField(field: ProjectFieldProps) {
  const projects = useProjects();
  if (projects.length < 2) return null;
  const choices = projects.map(({ id, name }) => ({ value: id, name: `${name} (${id})` }));
  return <SelectField title="Project" choices={choices} {...field} />;
}
