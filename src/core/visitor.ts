// What is known of the visitor and what the visitor agreed to: identity, session and consent, changed together.
import { type Consent, type ConsentState, createConsent, createGate } from './consent.js';
import type { CompleteEvent, RecordedCall } from './enrich.js';
import { createIdentity, type IdentityStore } from './identity.js';
import { resolveIdleMs } from './options.js';
import type { Pipeline } from './pipeline.js';
import type { ArrivalPorts, KeyValue } from './ports.js';
import { createSession, type Session } from './session.js';
import type { TrackerOptions } from './tracker-types.js';

export interface Visitor {
  readonly identity: IdentityStore;
  readonly session: Session;
  readonly consent: Consent;
  /** What may be stored of the visitor: in memory until the visitor agrees. */
  readonly storage: KeyValue;
}

/**
 * @param pipeline answers the pipeline, which is made after the visitor; called only when the
 * consent changes
 */
export const createVisitor = (
  options: TrackerOptions,
  ports: ArrivalPorts,
  pipeline: () => Pick<Pipeline<RecordedCall, CompleteEvent>, 'open' | 'shut'>,
): Visitor => {
  const { keyValue, randomBytes, erase, log } = ports;
  const gate = createGate(keyValue);

  const forget = async (state: ConsentState) => {
    const isShut = pipeline().shut();
    gate.shut();
    identity.reload();
    session.reload();
    erase?.();
    await isShut;
    // Another tab may have stored a grant and its visitor meanwhile, which must not be erased.
    consent.refresh();
    // Erases again what was still being written when consent was withdrawn.
    if (consent.state() === state) erase?.();
  };
  const consent = createConsent({
    keyValue,
    initial: options.consent ?? 'granted',
    onChange: (state) => {
      log?.(`the consent is ${state}`);
      if (state !== 'granted') return void forget(state);
      const own = identity.anonymousId();
      gate.open(own);
      identity.reload(true);
      const visit = session.rejoin();
      pipeline().open((event) => {
        const { session_id, at } = event;
        // The event belongs to a visitor whom the app has forgotten since, by `reset`.
        if (event.anonymous_id !== own) return event;
        // Another tab may have stored its visitor first: then that id holds.
        const ofVisitor = { ...event, anonymous_id: identity.anonymousId() };
        // A session that was over before the visitor agreed stays as it was.
        return session_id === visit ? { ...ofVisitor, session_id: session.join(at) } : ofVisitor;
      });
    },
  });

  const initial = consent.state();
  if (initial !== 'granted') {
    // Events from before the refusal may still be stored here, as when the visitor refused on
    // another subdomain, which has a storage of its own.
    if (initial === 'denied') erase?.();
    gate.shut();
  }
  const identity = createIdentity({ keyValue: gate, randomBytes, isAhead: ports.isAhead });
  const session = createSession({
    keyValue: gate,
    randomBytes,
    idleMs: resolveIdleMs(options),
    isSplitByCampaign: options.newSessionOnCampaign ?? true,
    takeArrival: ports.takeArrival,
    refresh: () => {
      // Looks for a withdrawal only: a grant would come too late for this event, and the tracker's
      // `refresh` looks for it.
      if (consent.state() === 'granted') consent.refresh();
      return identity.refresh();
    },
  });
  return { identity, session, consent, storage: gate };
};
