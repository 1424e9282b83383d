// What is being written, kept in the tab until it is saved or given up: neither another view nor a reload loses it.
import { useCallback, useState } from 'preact/hooks';
import { draftStore } from './storage.js';

/** By the names of what they are of. */
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
  /** Keeps it, where it differs from the beginning. */
  readonly setDraft: (next: Draft | ((now: Draft) => Draft)) => void;
  /** The same of some of its parts. */
  readonly edit: (part: Partial<Draft>) => void;
  /** Whether it was begun before. */
  readonly isRestored: boolean;
  readonly forget: () => void;
}

/** @param of names what is written, and with it the shape of its draft */
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
