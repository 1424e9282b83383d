// An action that an app takes through a library: seen as a call of the library, and often once more
// as the request that it makes to the wallet's provider below.
import type { TransactionEvent } from '../core/tracker-types.js';
import type { Begin } from './watch-call.js';

/** Told of what passes through a provider. Neither function throws. */
export interface ProviderObserver {
  /**
   * The project's write key. Only the newest observer of a project is told: an action counts once.
   */
  readonly project: string;
  readonly onCall: Begin;
  readonly onEvent: (name: string, payload: unknown) => void;
  /** Another observer has left, which may have been told in place of this one. */
  readonly onResume: () => void;
}

export interface Action {
  /** Finds the action in progress, this one or another, that led to a call below it. */
  readonly find: (project: string, ...call: Parameters<Action['matches']>) => Action | undefined;
  readonly project: string;
  /**
   * Whether this action may have led to a call to a provider, or to another library, as the plugin
   * `by` has seen it.
   */
  readonly matches: (method: string, params: unknown, by?: object) => boolean | undefined;
  /** What only the library knows, such as the function's name. */
  readonly more?: Partial<TransactionEvent> | undefined;
  /**
   * True when the library's plugin records the action: the provider's observer is then silent.
   * Otherwise the observer that sees it below records it.
   */
  isTold?: boolean;
  isSeenBelow?: boolean;
}

/**
 * Makes a `Begin` that tells `observer` of a library's call only when no provider below is heard to
 * get it.
 */
export type Hold = (actions: Set<Action>, observer: ProviderObserver) => Begin;
