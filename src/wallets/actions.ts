// What an app does through a library: seen above the wallet's provider, and often below it once more.
import type { TransactionEvent } from '../core/tracker-types.js';
import type { Begin } from './watch-call.js';

/** Who is told what passes through a provider. Neither function throws. */
export interface ProviderObserver {
  /** Of the observers of one project only the newest is told: an action counts once. */
  readonly project: string;
  readonly onCall: Begin;
  readonly onEvent: (name: string, payload: unknown) => void;
  /** Another one has left, which may have been told instead. */
  readonly onResume: () => void;
}

export interface Action {
  /** The action under way, this one or another, of which a call is the lower part. */
  readonly find: (project: string, ...call: Parameters<Action['matches']>) => Action | undefined;
  readonly project: string;
  /** Whether a call to a provider, or to a library `by` another plugin than this action's, may be its lower part. */
  readonly matches: (method: string, params: unknown, by?: object) => boolean | undefined;
  /** What only the library knows, such as the function's name. */
  readonly more?: Partial<TransactionEvent> | undefined;
  /** Who saw it above tells of it: below it is silent. Otherwise whoever sees it below tells. */
  isTold?: boolean;
  isSeenBelow?: boolean;
}

/** Begins what an observer hears of only once it is clear that no provider tells of it. */
export type Hold = (actions: Set<Action>, observer: ProviderObserver) => Begin;
