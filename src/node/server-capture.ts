// The verbs of a server: each call says who it is about. None throws, and no promise rejects.
import { attempt } from '../core/attempt.js';
import { readChainId } from '../core/chain-id.js';
import { type CompleteEvent, mergeOver } from '../core/enrich.js';
import { callApp, textOf as inWords } from '../core/plugins.js';
import { toPlainProperties } from '../core/to-plain.js';
import type { Identity, Properties, TrackerFault, WalletRef } from '../core/tracker-types.js';
import { checkId, signatureFields, transactionFields, walletFields } from '../core/verbs.js';
import { isObject } from '../protocol/is-object.js';
import { MAX_ID_LENGTH } from '../protocol/limits.js';
import { REFUSED } from './acceptance.js';
import { readTransaction } from './read-transaction.js';
import type { About, Acceptance, ServerEventOptions, ServerVerbs } from './server-tracker-types.js';

export interface ServerCaptureOptions {
  /** The base of each event's context. */
  readonly context: Properties;
  readonly now: () => number;
  readonly writeAddress: (address: string) => string;
  /** Who the events of the running code are about, as set by `run`. */
  readonly scope: () => About | undefined;
  readonly accept: (event: CompleteEvent) => Promise<Acceptance>;
  readonly onFault: (fault: TrackerFault) => void;
}

/** What a verb was called with. */
interface Call {
  readonly type: CompleteEvent['type'];
  readonly event?: string;
  readonly fields?: Properties;
  readonly properties: Properties | undefined;
  /**
   * The address of the verb's own argument: wins over the scope's, but not over that of `options`.
   */
  readonly address?: string | undefined;
  readonly userId?: string | number | undefined;
  readonly options: ServerEventOptions | undefined;
}

const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

const idOf = (value: unknown): string | null => {
  const id = textOf(value);
  return id === null ? id : checkId(id);
};

/**
 * A smaller number is in seconds, or no time of a real event. Milliseconds since 1970 (March 1973).
 */
const LEAST_TIME_MS = 100_000_000_000;

/**
 * The end of the year 9999, in milliseconds since 1970. A later time, such as one in microseconds,
 * is written in a form that the server refuses.
 */
const LAST_TIME_MS = 253_402_300_799_999;

const merged = (base: Properties, own: unknown): Properties =>
  own === undefined ? base : (mergeOver(base, own) ?? base);

/** A copy of `about` with its context frozen, so that its events can share one object. */
export const freezeAbout = (about: About, base: Properties): About => ({
  ...about,
  context: Object.freeze({ ...base, ...(toPlainProperties(about.context) ?? {}) }),
});

/** Answers the function that makes verbs; `bound`, like the scope, must come from `freezeAbout`. */
export const createServerCapture = (options: ServerCaptureOptions) => {
  const { now, accept, onFault } = options;

  const refuse = (message: string, cause?: unknown) => {
    onFault({ code: 'invalid_call', message, ...(cause === undefined ? {} : { cause }) });
    return REFUSED;
  };

  const messageIdOf = (id: string | undefined) => {
    if (id === undefined || (typeof id === 'string' && id && id.length <= MAX_ID_LENGTH)) return id;
    refuse(`messageId ${String(id).slice(0, 40)} is no text of 1 to ${MAX_ID_LENGTH} characters.`);
    return undefined;
  };

  const timeOf = (timestamp: Date | number | string | undefined) => {
    if (timestamp === undefined) return undefined;
    // Date makes 1970 of null, and throws at a bigint, such as viem's block timestamps.
    const time = attempt(() => new Date(timestamp).getTime()) ?? Number.NaN;
    const isWritten = typeof timestamp === 'string' || timestamp instanceof Date;
    if (time <= LAST_TIME_MS && (isWritten || time >= LEAST_TIME_MS)) {
      return new Date(time).toISOString();
    }
    const remedy = 'pass a Date, milliseconds or ISO 8601. The event has the time of its call';
    refuse(`timestamp ${inWords(timestamp).slice(0, 40)} cannot be meant: ${remedy}.`);
    return undefined;
  };

  const complete = (call: Call, bound: About | undefined): CompleteEvent => {
    const { options: own } = call;
    const given: unknown = call.properties;
    if (given !== undefined && given !== null && !isObject(given)) {
      // As with other SDKs, whose page() takes a name.
      const what = inWords(given).slice(0, 40);
      refuse(`${call.type}(): ${what} is no object: pass { key: value }. It was recorded without.`);
    }
    // Either the binding or the scope as a whole: the ids of two people must not meet in one event.
    const about = bound ?? options.scope();
    const address = textOf(own?.address ?? call.address ?? about?.address);
    return {
      type: call.type,
      channel: 'server',
      anonymous_id: idOf(own?.anonymousId ?? about?.anonymousId),
      user_id: idOf(own?.userId ?? call.userId ?? about?.userId),
      address: address === null ? null : options.writeAddress(address),
      event: call.event ?? null,
      properties: mergeOver(call.fields, call.properties),
      context: merged(about?.context ?? options.context, own?.context),
      session_id: idOf(own?.sessionId ?? about?.sessionId),
      at: now(),
      message_id: messageIdOf(own?.messageId),
      timestamp: timeOf(own?.timestamp),
    };
  };

  return (bound?: About): ServerVerbs => {
    /** A mistake in a call is reported to `onError`, never thrown. */
    const record = (verb: string, read: () => Call): Promise<Acceptance> => {
      let event: CompleteEvent;
      try {
        event = complete(read(), bound);
      } catch (cause) {
        const reason = `${verb}() could not read its arguments (${inWords(cause)})`;
        return refuse(`${reason}: nothing was recorded.`, cause);
      }
      return accept(event);
    };
    return createVerbs({
      record,
      refuse,
      context: () => bound?.context ?? options.scope()?.context,
    });
  };
};

interface VerbParts {
  readonly record: (verb: string, read: () => Call) => Promise<Acceptance>;
  readonly refuse: (message: string) => Promise<Acceptance>;
  readonly context: () => Properties | undefined;
}

const pageFields = (context: Properties | undefined): Properties => ({
  ...(context?.page_url ? { url: context.page_url } : {}),
  ...(context?.page_path ? { path: context.page_path } : {}),
});

const createVerbs = ({ record, refuse, context }: VerbParts): ServerVerbs => {
  const ofWallet =
    (type: CompleteEvent['type']) =>
    (wallet: WalletRef = {}, properties?: Properties, options?: ServerEventOptions) =>
      record(type, () => ({
        type,
        fields: walletFields(wallet),
        properties,
        address: wallet.address,
        options,
      }));
  const connect = ofWallet('connect');

  return {
    page: (properties, options) =>
      record('page', () => ({ type: 'page', fields: pageFields(context()), properties, options })),
    track: (event, properties, options) => {
      const name = typeof event === 'string' ? event.trim() : '';
      const given = typeof event === 'string' ? JSON.stringify(event) : inWords(event);
      if (!name) return refuse(`track(${given}): pass the event's name first.`);
      return record('track', () => ({ type: 'track', event: checkId(name), properties, options }));
    },
    identify: (who, properties, options) =>
      record('identify', () => {
        const person: Identity = typeof who === 'object' ? (who ?? {}) : { userId: who };
        return {
          type: 'identify',
          fields: walletFields(person),
          properties,
          address: person.address,
          userId: person.userId,
          options,
        };
      }),
    detect: ofWallet('detect'),
    connect: (wallet, properties, options) => {
      // Undefined where reading it throws: then recording reports why.
      const address = callApp(() => wallet?.address || options?.address || '');
      if (address !== '') return connect(wallet, properties, options);
      return refuse('connect() without an address: pass { address, chainId } of the wallet.');
    },
    disconnect: ofWallet('disconnect'),
    chain: ofWallet('chain'),
    signature: (signature, properties, options) =>
      record('signature', () => ({
        type: 'signature',
        fields: signatureFields(signature),
        properties,
        address: signature.address,
        options,
      })),
    transaction: (source, properties, options) =>
      record('transaction', () => {
        const read = readTransaction(source);
        const transaction = {
          ...read,
          chainId: read.chainId ?? readChainId(options?.chainId),
          functionName: read.functionName ?? options?.functionName,
        };
        const fields = transactionFields(transaction);
        return { type: 'transaction', fields, properties, address: read.address, options };
      }),
  };
};
