// Errors that hit many parts of a view at once, such as an outage, are shown once, in a banner above them.
import { createContext } from 'preact';
import { useContext, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import {
  ApiError,
  ConnectionError,
  PermissionDeniedError,
  RateLimitError,
} from '../../client/errors.js';

/** Reports the error of a part; `undefined` says that it has none any more. */
export type Report = (part: object, error: unknown) => void;

/** Undefined outside of a view with a banner. */
export const ReportContext = createContext<Report | undefined>(undefined);
/** The errors of all parts. */
export const TroublesContext = createContext<readonly unknown[]>([]);

/** Whether the server or the network failed. Such errors pass, and earlier answers are still right. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof RateLimitError ||
  (error instanceof ApiError && error.status >= 500);

/** Whether an error concerns all parts: an outage, or a missing scope of the key. */
const isCommon = (error: unknown): boolean =>
  isOutage(error) || error instanceof PermissionDeniedError;

/** @returns whether the banner shows the error, so that the part need not */
export function useReport(error: unknown): boolean {
  const report = useContext(ReportContext);
  const isTold = report !== undefined && isCommon(error);
  const part = useMemo(() => ({}), []);
  // A layout effect: the banner appears together with what the part shows, not a frame later.
  useLayoutEffect(() => {
    if (!isTold) return;
    report?.(part, error);
    return () => report?.(part, undefined);
  }, [report, part, error, isTold]);
  return isTold;
}

/** Collects the reported errors, for the element around the view. */
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
