// What all requests of a view share: the days, the filters and the project from the page's address.
import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import type { AnalyticsFilter } from '../../protocol/analytics/filters.js';
import { daysOf } from './date-range.js';
import { inProject } from './key.js';
import {
  type Counted,
  countedBy,
  type Filter,
  type Place,
  projectOf,
  toAnalyticsFilters,
} from './place.js';
import { atMinute } from './use-answer.js';

export interface Scope {
  readonly days: { readonly date_from: string; readonly date_to: string };
  /** Parameters for the analytics operations. */
  readonly query: {
    readonly date_from: string;
    readonly date_to: string;
    readonly filters?: readonly AnalyticsFilter[];
    readonly project_id?: string;
  };
  /** Id of the project; empty for all that the key sees. */
  readonly project: string;
  /** The same filters as the page's address has them. */
  readonly filters: readonly Filter[];
  readonly counted: Counted;
  /** Changes with the days, the filters and the project, and every minute, so that figures are read again. */
  readonly key: string;
  /** Sends all requests of the view again, now. */
  readonly renew: () => void;
}

export const ScopeContext = createContext<Scope | undefined>(undefined);

export function useScope(): Scope {
  const scope = useContext(ScopeContext);
  if (scope === undefined) throw new Error('There is no scope around this part.');
  return scope;
}

const MINUTE_MS = 60_000;

/** Counts minutes, but not while the page is in a hidden tab. */
export function useMinutes(): number {
  const [minutes, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setMinutes((now) => now + 1);
    }, MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return minutes;
}

export function useScopeOf(place: Place): Scope {
  const { range, filters } = place;
  const project = projectOf(place);
  const minutes = useMinutes();
  const [renewals, setRenewals] = useState(0);
  const { date_from, date_to } = daysOf(range, Date.now());
  const filtersText = JSON.stringify(filters);
  return useMemo(() => {
    const days = { date_from, date_to };
    const own: readonly Filter[] = JSON.parse(filtersText);
    const conditions = toAnalyticsFilters(own);
    return {
      days,
      filters: own,
      query: {
        ...days,
        ...inProject(project),
        ...(conditions.length > 0 && { filters: conditions }),
      },
      project,
      counted: countedBy(conditions),
      key: `${date_from} ${date_to} ${project} ${filtersText} ${atMinute(minutes)} ${renewals}`,
      renew: () => setRenewals((now) => now + 1),
    };
  }, [date_from, date_to, project, filtersText, minutes, renewals]);
}
