// From what a verb says to a complete event: who, which visit, on which page.
import { EVENT_VERSION, type EventChannel, type EventType } from '../protocol/event-types.js';
import type { IdentityStore } from './identity.js';
import type { Session, Visit } from './session.js';
import { toPlain, toPlainProperties } from './to-plain.js';
import type { Arrival, Touch } from './touch.js';
import type { EventOptions, Properties, WritableEvent } from './tracker-types.js';

/** What a verb says; the rest is read from the tracker's surroundings. */
export interface BareEvent {
  readonly type: EventType;
  readonly event?: string | undefined;
  /** The verb's own properties, in wire names. The caller's `properties` are merged over them. */
  readonly fields?: Properties;
  properties?: Properties | null | undefined;
  readonly address?: string | null | undefined;
  options?: EventOptions | null | undefined;
  moment?: Moment | undefined;
}

/**
 * When and where a call was made. Calls share one object where they can, to make less garbage in a
 * burst.
 */
export interface Moment {
  readonly at: number;
  /** The page's context; the same object for as long as nothing in it changes. */
  readonly page: Properties;
  /** How the visitor came; only with the first call after the arrival. */
  readonly arrival: Arrival | null;
}

/** What is fixed when a call returns. The visitor's data is added later, but before it changes. */
export interface RecordedCall extends Readonly<BareEvent> {
  /** Copies, since the caller may change its own objects after the call. */
  readonly properties: Properties | null;
  readonly options: EventOptions | null;
  readonly moment: Moment;
}

/** An event that lacks only its message id. */
export interface CompleteEvent extends WritableEvent {
  readonly channel: EventChannel;
  readonly anonymous_id: string | null;
  readonly session_id: string | null;
  readonly at: number;
  /** The caller's own id; otherwise one is made. */
  readonly message_id?: string | undefined;
  /** When it happened, ISO 8601; otherwise at `at`. */
  readonly timestamp?: string | undefined;
}

export interface EnrichSources {
  readonly identity: IdentityStore;
  readonly session: Session;
  readonly channel: EventChannel;
}

/** A caller's own keys win over the ones of the same name that the tracker knows. */
export const mergeOver = (base: Properties | undefined, own: unknown): Properties | null => {
  const plain = own === undefined ? null : toPlainProperties(own);
  if (!plain) return base ?? null;
  return base ? { ...base, ...plain } : plain;
};

/**
 * The context of a session's first event: also the landing page, and how the visitor came for the
 * first time.
 */
const landingContext = (context: Properties, { touch, first = {} }: Visit): Properties => ({
  ...context,
  landing_page: touch.landing_page ?? context.page_url,
  first_touch: Object.keys(first).length > 0 ? first : undefined,
});

/**
 * Copies the caller's objects and adds the moment. In place: another object for each call of a
 * burst would be garbage to collect within it.
 */
export const fixCall = (call: BareEvent, moment: Moment): RecordedCall => {
  call.properties = mergeOver(call.fields, call.properties);
  call.options = toPlainProperties(call.options);
  call.moment = moment;
  return call as RecordedCall;
};

/** Answers the function that completes calls from `sources`. */
export const createEnrich = ({ identity, session, channel }: EnrichSources) => {
  let page: Properties | undefined;
  let touch: Touch | undefined;
  let shared: Properties = {};

  /** The same object for as long as page and session stay the same: its JSON is made once. */
  const contextOf = (visit: Visit, now: Properties): Properties => {
    if (now === page && visit.touch === touch) return shared;
    page = now;
    touch = visit.touch;
    const { landing_page: _, ...attribution } = touch;
    shared = Object.freeze({ ...page, ...attribution });
    return shared;
  };

  return (call: RecordedCall): CompleteEvent => {
    const { moment, options } = call;
    const visit = session.visit(moment.at, moment.arrival);
    const plain = contextOf(visit, moment.page);
    const context = visit.first ? landingContext(plain, visit) : plain;
    return {
      type: call.type,
      channel,
      anonymous_id: identity.anonymousId(),
      user_id: identity.userId(),
      address: call.address === undefined ? (identity.wallet()?.address ?? null) : call.address,
      event: call.event ?? null,
      properties: call.properties,
      context: mergeOver(context, options?.context) ?? context,
      session_id: visit.id,
      at: moment.at,
      message_id: options?.messageId,
    };
  };
};

/**
 * A plugin may have put in a value that JSON cannot carry, such as a bigint: it must not cost the
 * events around it.
 */
const toJson = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return JSON.stringify(toPlain(value));
  }
};

/** Writes complete events as JSON, each with a new message id. */
export const createWriter = (nextId: (at: number) => string) => {
  let lastContext: Properties | undefined;
  let lastContextJson = '';
  let lastAt = Number.NaN;
  let lastTime = '';
  return (event: CompleteEvent) => {
    const { context, at } = event;
    if (context !== lastContext) {
      lastContext = context;
      lastContextJson = toJson(context);
    }
    if (at !== lastAt) {
      lastAt = at;
      lastTime = new Date(at).toISOString();
    }
    // Code without types may pass a number or a symbol as message id.
    const id = String(event.message_id || nextId(at));
    const head = toJson({
      type: event.type,
      channel: event.channel,
      version: EVENT_VERSION,
      anonymous_id: event.anonymous_id,
      user_id: event.user_id,
      address: event.address,
      event: event.event,
      properties: event.properties,
      original_timestamp: event.timestamp ?? lastTime,
      message_id: id,
      session_id: event.session_id,
    });
    return { id, at, json: `${head.slice(0, -1)},"context":${lastContextJson}}` };
  };
};
