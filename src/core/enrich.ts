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
  /** In wire names. The caller's own are merged over them. */
  readonly fields?: Properties;
  properties?: Properties | null | undefined;
  readonly address?: string | null | undefined;
  options?: EventOptions | null | undefined;
  moment?: Moment | undefined;
}

/** When and where: calls share it where they can, since a burst makes garbage enough. */
export interface Moment {
  readonly at: number;
  /** What there is to say of the page; the same object for as long as that stays the same. */
  readonly page: Properties;
  /** How the visitor came, with the first call since then. */
  readonly arrival: Arrival | null;
}

/** What is fixed when a call returns. What is known of the visitor is added before that changes. */
export interface RecordedCall extends Readonly<BareEvent> {
  /** Copies: the caller may change its own. */
  readonly properties: Properties | null;
  readonly options: EventOptions | null;
  readonly moment: Moment;
}

/** An event of which everything is known but its id. */
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

/** What a session's first event says besides: where it began, and how this visitor once came. */
const landingContext = (context: Properties, { touch, first = {} }: Visit): Properties => ({
  ...context,
  landing_page: touch.landing_page ?? context.page_url,
  first_touch: Object.keys(first).length > 0 ? first : undefined,
});

/** Fixes what a verb says. In place: another object for each call of a burst is garbage to collect within it. */
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

/** A plugin may have put in what JSON cannot carry, which must not cost the events around it. */
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
    // Untyped code may pass a number or a symbol.
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
