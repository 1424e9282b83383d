// The visitor's consent: the app's initial option, until a choice is made on this site.
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
  /** Reads the stored choice again, since another tab or subdomain may have changed it. */
  refresh(): void;
}

export interface ConsentOptions {
  /** Stores the choice under `consent`, for later pages and all subdomains. */
  readonly keyValue: KeyValue;
  /** The state until a choice is made, or until the app sets `pending`. */
  readonly initial: ConsentState;
  /**
   * Called after each change: before a grant is stored, but after a refusal or `pending` is. It may
   * call `refresh`.
   */
  readonly onChange: (state: ConsentState) => void;
}

export const isConsentState = (value: unknown): value is ConsentState =>
  value === 'granted' || value === 'denied' || value === 'pending';

export const createConsent = ({ keyValue, initial, onChange }: ConsentOptions): Consent => {
  /** The state while no choice is stored. */
  let unchosen = initial;
  /** A grant while `onChange` is handling it, before it is stored. */
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
      // Another tab may have stored a refusal that was not noticed here yet: events from before it
      // are dropped first, even if this call grants.
      apply(read());
      if (next === 'granted') {
        // `onChange` stores visitor and session before the grant itself is stored: another tab that
        // saw the grant without them would store its own.
        told = next;
        apply(told);
        told = undefined;
      }
      // `pending` is no choice: the stored one is removed, as if the visitor had not been asked.
      if (next === 'pending') {
        unchosen = next;
        keyValue.remove('consent');
      } else if (keyValue.get('consent') !== next) keyValue.set('consent', next);
      apply(next);
    },
    refresh: () => apply(read()),
  };
};

/**
 * Keys that the app sets itself: a value set while the gate was shut is newer than a stored one,
 * and replaces it.
 */
const SAID = ['user_id', 'wallet', 'addresses'];

export interface Gate extends KeyValue {
  /** From now on keeps values in memory alone, starting with none. */
  shut(): void;
  /**
   * From now on stores values, first those in memory, which belong to the visitor whose anonymous
   * id was `own`.
   */
  open(own: string): void;
}

/** The same storage, but while the gate is shut values stay in memory. */
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
      // After `reset`, which removes `anonymous_id`, no stored value of the forgotten person may
      // stay. Otherwise only removed keys of SAID go, since another tab may use the others.
      for (const key of gone) {
        if (gone.has('anonymous_id') || SAID.includes(key)) stored.remove(key);
      }
      for (const key of keys) {
        const value = memory?.get(key);
        // Another tab may have been granted consent before: this one takes over its visitor and
        // session.
        if (value && (SAID.includes(key) || stored.get(key) === null)) {
          // A value that contains the visitor's id, such as the pending transactions, gets the
          // stored id, which the site has known for longer.
          stored.set(key, value.replaceAll(own, stored.get('anonymous_id') ?? own));
        }
      }
      memory = undefined;
    },
  };
};

/** The same transport, but without consent it sends no request and passes on no answer. */
export const withConsent = (transport: Transport, isGranted: () => boolean): Transport => ({
  send: async (body, options) => {
    // When consent is withdrawn the queue drops its events, so this answer changes nothing.
    const result = isGranted() && (await transport.send(body, options));
    return result && isGranted() ? result : { kind: 'delivered' };
  },
});
