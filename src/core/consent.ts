// Whether the visitor agreed: what the app says at first, then what was chosen on this site.
import { createMemoryKeyValue } from './memory-key-value.js';
import type { KeyValue, Transport } from './ports.js';

/**
 * `pending`: events wait in memory, and nothing is stored or sent. `denied`: nothing is recorded, and
 * nothing is stored but the visitor's own choice.
 */
export type ConsentState = 'granted' | 'denied' | 'pending';

export interface Consent {
  state(): ConsentState;
  set(state: ConsentState): void;
  /** Looks whether another tab or subdomain was told something else. */
  refresh(): void;
}

export interface ConsentOptions {
  /** The choice outlives the tracker here, under `consent`, for all subdomains. */
  readonly keyValue: KeyValue;
  /** Holds until something is chosen, or `pending` is set. */
  readonly initial: ConsentState;
  /** Called after each change: before a grant is stored, and after another choice is. It may look again. */
  readonly onChange: (state: ConsentState) => void;
}

export const isConsentState = (value: unknown): value is ConsentState =>
  value === 'granted' || value === 'denied' || value === 'pending';

export const createConsent = ({ keyValue, initial, onChange }: ConsentOptions): Consent => {
  /** What holds while nothing is chosen. */
  let unchosen = initial;
  /** The grant that is being told here, and not stored yet. */
  let told: ConsentState | undefined;
  const read = () => {
    const chosen = told || keyValue.get('consent');
    return isConsentState(chosen) ? chosen : unchosen;
  };
  let state = read();
  const apply = (next: ConsentState) => {
    if (next === state) return;
    state = next;
    onChange(next);
  };
  return {
    state: () => state,
    set: (next) => {
      // A refusal elsewhere, not noticed yet, ends what was before this choice.
      apply(read());
      if (next === 'granted') {
        // Who sees a grant finds the visitor and the session, too: another tab would store its own.
        told = next;
        apply(told);
        told = undefined;
      }
      // Pending is no choice: it is as if nobody had been asked.
      if (next === 'pending') {
        unchosen = next;
        keyValue.remove('consent');
      } else if (keyValue.get('consent') !== next) keyValue.set('consent', next);
      apply(next);
    },
    refresh: () => apply(read()),
  };
};

/** What the app itself said while the gate was shut: newer than what an earlier page stored. */
const SAID = ['user_id', 'wallet', 'addresses'];

export interface Gate extends KeyValue {
  /** From now on values are kept in memory, beginning with none. */
  shut(): void;
  /** From now on values are stored, those in memory first, of a visitor whose id was `own` there. */
  open(own: string): void;
}

/** The same values, which go to memory alone while the gate is shut. */
export const createGate = (stored: KeyValue): Gate => {
  let memory: KeyValue | undefined;
  let keys = new Set<string>();
  let gone = new Set<string>();
  return {
    get: (key) => (memory ?? stored).get(key),
    set: (key, value) => {
      keys.add(key);
      (memory ?? stored).set(key, value);
    },
    remove: (key) => {
      gone.add(key);
      (memory ?? stored).remove(key);
    },
    shut: () => {
      memory = createMemoryKeyValue();
      gone = new Set();
      keys = new Set();
    },
    open: (own) => {
      // Whom `reset` made the app forget must not come back; what another tab keeps for its own use may stay.
      for (const key of gone) {
        if (gone.has('anonymous_id') || SAID.includes(key)) stored.remove(key);
      }
      for (const key of keys) {
        const value = memory?.get(key);
        // Another tab may have opened before: its visitor and session are this one's, too.
        if (value && (SAID.includes(key) || stored.get(key) === null)) {
          // What names the visitor, as what is followed does, is of the one whom the site has known for longer.
          stored.set(key, value.replaceAll(own, stored.get('anonymous_id') ?? own));
        }
      }
      memory = undefined;
    },
  };
};

/** The same transport, which no request leaves and no answer passes without consent. */
export const withConsent = (transport: Transport, isGranted: () => boolean): Transport => ({
  send: async (body, options) => {
    // The events of a withdrawn consent are gone from the queue: nobody waits for their answer.
    const result = isGranted() && (await transport.send(body, options));
    return result && isGranted() ? result : { kind: 'delivered' };
  },
});
