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

/** @param pipeline answers where events go; asked only when the consent changes */
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
    // Another tab may have been told a grant meanwhile, and stored the visitor.
    consent.refresh();
    // What was being written when the consent was withdrawn.
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
      session.rejoin();
      pipeline().open((event) => {
        // Of a visitor whom `reset` made the app forget meanwhile.
        if (event.anonymous_id !== own) return event;
        const session_id = session.touch(event.at);
        session.open();
        // Another tab may have been the first to know the visitor.
        return { ...event, anonymous_id: identity.anonymousId(), session_id };
      });
    },
  });

  const initial = consent.state();
  if (initial !== 'granted') {
    // From a time when the visitor had not refused, or on another subdomain: events may be left where no value is.
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
      // A grant would come too late for the event that waits, and is looked for elsewhere.
      if (consent.state() === 'granted') consent.refresh();
      return identity.refresh();
    },
  });
  return { identity, session, consent, storage: gate };
};
