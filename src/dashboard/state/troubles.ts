// What keeps many parts from their answers at once is told once, above all of them.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import {
  ApiError,
  ConnectionError,
  PermissionDeniedError,
  RateLimitError,
} from '../../client/errors.js';

/** Says what a part ran into, or with `undefined` that it no longer does. */
export type Report = (part: object, error: unknown) => void;

/** Nobody, where no banner would tell it. */
export const ReportContext = createContext<Report | undefined>(undefined);
/** What all parts ran into. */
export const TroublesContext = createContext<readonly unknown[]>([]);

/** Of the server or the way to it: it passes, and what was answered before still holds. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof RateLimitError ||
  (error instanceof ApiError && error.status >= 500);

/** Of all that, or of the key: not of what a part asked. */
const isCommon = (error: unknown): boolean =>
  isOutage(error) || error instanceof PermissionDeniedError;

/** @returns whether the banner tells it, so that the part need not */
export function useReport(error: unknown): boolean {
  const report = useContext(ReportContext);
  const isTold = report !== undefined && isCommon(error);
  const part = useMemo(() => ({}), []);
  // With what the part shows, and not after it.
  useLayoutEffect(() => {
    if (!isTold) return;
    report?.(part, error);
    return () => report?.(part, undefined);
  }, [report, part, error, isTold]);
  return isTold;
}

/** For the root: collects them. */
export function useTroubles(): { readonly troubles: readonly unknown[]; readonly report: Report } {
  const [troubles, setTroubles] = useState<ReadonlyMap<object, unknown>>(new Map());
  const report = useMemo<Report>(
    () => (part, error) =>
      setTroubles((before) => {
        const after = new Map(before);
        if (error === undefined) after.delete(part);
        else after.set(part, error);
        return after;
      }),
    [],
  );
  const list = useMemo(() => [...troubles.values()], [troubles]);
  return { troubles: list, report };
}
