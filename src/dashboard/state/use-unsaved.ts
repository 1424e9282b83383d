// What is being written, kept in the tab until it is saved or given up: neither another view nor a reload loses it.
import { useCallback, useState } from 'preact/hooks';
import type { ChartDraft } from './chart-draft.js';
import { draftStore } from './storage.js';

interface Kept {
  /** Of which chart it is. */
  readonly of: string;
  readonly draft: ChartDraft;
}

const read = (of: string): ChartDraft | undefined => {
  try {
    const kept: Kept = JSON.parse(draftStore.read() ?? 'null');
    return kept?.of === of ? kept.draft : undefined;
  } catch {
    return undefined;
  }
};

export interface Unsaved {
  readonly draft: ChartDraft;
  /** Keeps it, where it differs from the beginning. */
  readonly setDraft: (next: ChartDraft | ((now: ChartDraft) => ChartDraft)) => void;
  /** Whether it was begun before. */
  readonly isRestored: boolean;
  readonly forget: () => void;
}

/** @param of names the chart that is written */
export function useUnsaved(of: string, begin: ChartDraft): Unsaved {
  const [{ draft, isRestored }, setState] = useState(() => {
    const kept = read(of);
    return { draft: kept ?? begin, isRestored: kept !== undefined };
  });
  const setDraft = useCallback<Unsaved['setDraft']>(
    (next) =>
      setState((now) => {
        const changed = typeof next === 'function' ? next(now.draft) : next;
        const isBegin = JSON.stringify(changed) === JSON.stringify(begin);
        draftStore.write(isBegin ? undefined : JSON.stringify({ of, draft: changed }));
        return { draft: changed, isRestored: now.isRestored && !isBegin };
      }),
    [of, begin],
  );
  const forget = useCallback(() => draftStore.write(undefined), []);
  return { draft, setDraft, isRestored, forget };
}
