// The scopes and projects of the API key that the user signed in with.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Key } from '../../client/answers.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Named } from '../format/named.js';
import type { Answer } from './use-answer.js';

/** Read once, and shared by all parts of the page. */
export const KeyContext = createContext<Answer<Key> | undefined>(undefined);

export function useKey(): Answer<Key> {
  const key = useContext(KeyContext);
  if (key === undefined) throw new Error('Nothing is asked of the key around this part.');
  return key;
}

/**
 * Whether the key has the scope.
 *
 * @param before the answer while the key is not known yet. Default true, as for most keys, so that controls are there
 *   from the start and move no others when the key becomes known
 */
export function useMay(scope: Scope, before = true): boolean {
  const { data, error } = useKey();
  return data?.scopes.includes(scope) ?? (before && error === undefined);
}

/** True until the key is known. Forms open only then: before, they would not know the projects to choose from. */
export const useIsKeyAsked = (): boolean => useKey().data === undefined;

export const useProjects = (): Key['projects'] => useKey().data?.projects ?? [];

export const useProjectChoices = (): readonly Named[] =>
  useProjects().map(({ id, name }) => ({ value: id, name }));

/** Names the project that something is written in. Without an id, the server chooses the project. */
export const inProject = (id: string): { readonly project_id?: string } =>
  id === '' ? {} : { project_id: id };

/** Gives a project's name where there are several projects; an only project need not be named. */
export function useProjectName(): (id: string) => string | undefined {
  const projects = useProjects();
  return (id) =>
    projects.length < 2 ? undefined : (projects.find((one) => one.id === id)?.name ?? id);
}
