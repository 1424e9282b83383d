// Chooses the project that a view shows; left out when there is only one project.
/** @jsxImportSource preact */
import { withChosen } from '../format/named.js';
import { useProjectChoices } from '../state/key.js';
import { withProject } from '../state/place.js';
import { useScope } from '../state/scope.js';
import { useNavigation } from '../state/use-place.js';
import { Options } from './options.js';

export function ProjectPicker() {
  const { place, go } = useNavigation();
  const { project } = useScope();
  const projects = useProjectChoices();
  if (projects.length < 2 && project === '') return null;
  const choose = (id: string) => {
    const { project: _, ...options } = place.options;
    go({ options: withProject(options, id) });
  };
  return (
    <select
      class="project-picker"
      aria-label="Project"
      value={project}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">All projects</option>
      <Options of={withChosen(projects, project)} />
    </select>
  );
}
