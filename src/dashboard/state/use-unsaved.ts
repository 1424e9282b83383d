// Keeps the drafts of forms in the tab until they are saved or discarded, across other views and reloads.
import { useCallback, useState } from 'preact/hooks';
import { draftStore } from './storage.js';

/** Drafts by the name that the form gave `useUnsaved`. */
type Drafts = Readonly<Record<string, unknown>>;

function readDrafts(): Drafts {
  try {
    return JSON.parse(draftStore.read() ?? '{}');
  } catch {
    return {};
  }
}

function keep(of: string, draft: unknown): void {
  const { [of]: _, ...others } = readDrafts();
  const drafts: Drafts = draft === undefined ? others : { ...others, [of]: draft };
  draftStore.write(Object.keys(drafts).length === 0 ? undefined : JSON.stringify(drafts));
}

export interface Unsaved<Draft> {
  readonly draft: Draft;
  /** Replaces the draft, and stores it if it differs from the form's initial state. */
  readonly setDraft: (next: Draft | ((now: Draft) => Draft)) => void;
  /** Does the same for some fields of the draft. */
  readonly edit: (part: Partial<Draft>) => void;
  /** Whether the draft is one that was left unsaved earlier. */
  readonly isRestored: boolean;
  readonly forget: () => void;
}

/** @param of identifies what the form edits; a stored draft of the same name must have the same type */
export function useUnsaved<Draft extends object>(of: string, begin: Draft): Unsaved<Draft> {
  const [{ draft, isRestored }, setState] = useState(() => {
    const kept = readDrafts()[of] as Draft | undefined;
    return { draft: kept ?? begin, isRestored: kept !== undefined };
  });
  const setDraft = useCallback<Unsaved<Draft>['setDraft']>(
    (next) =>
      setState((now) => {
        const changed = typeof next === 'function' ? next(now.draft) : next;
        const isBegin = JSON.stringify(changed) === JSON.stringify(begin);
        keep(of, isBegin ? undefined : changed);
        return { draft: changed, isRestored: now.isRestored && !isBegin };
      }),
    [of, begin],
  );
  const forget = useCallback(() => keep(of, undefined), [of]);
  const edit = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  return { draft, setDraft, edit, isRestored, forget };
}
