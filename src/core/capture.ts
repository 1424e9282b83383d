// The verbs: what an app calls. None throws, and what an event says is fixed when its call returns.
import type { PrivacyOptions } from './capture-options.js';
import { type BareEvent, mergeOver } from './enrich.js';
import type { IdentityStore } from './identity.js';
import { textOf } from './plugins.js';
import type { Session } from './session.js';
import { toPlain } from './to-plain.js';
import type { Identity, Properties, SharedWallet, Tracker, TrackerFault } from './tracker-types.js';
import { checkId, known, signatureFields, transactionFields, walletFields } from './verbs.js';
import { createWalletVerbs } from './wallet-verbs.js';

export interface CaptureOptions {
  readonly identity: IdentityStore;
  readonly session: Session;
  readonly readContext: () => Properties;
  readonly privacy: PrivacyOptions | undefined;
  /**
   * True for the first call with this key in the session, and when `content` differs from the last
   * call's.
   */
  readonly isFirst: (key: string, content?: string) => boolean;
  readonly record: (bare: BareEvent) => void;
  /** Called before each verb, since the verb may change who the visitor is. */
  readonly prepare: (verb: string) => void;
  readonly onFault: (fault: TrackerFault) => void;
  /** True while the page is prerendered and nobody has seen it: calls wait for `start`. */
  readonly isAhead: () => boolean;
}

type Verbs = Pick<
  Tracker,
  | 'page'
  | 'track'
  | 'identify'
  | 'detect'
  | 'connect'
  | 'disconnect'
  | 'chain'
  | 'signature'
  | 'transaction'
  | 'reset'
>;

export interface Capture {
  readonly verbs: Verbs;
  /** Makes a wallet the one in use, without an event. */
  useWallet(wallet: SharedWallet): void;
  isClosed(): boolean;
  /** Makes the calls that waited until the page was shown. */
  start(): void;
  close(): void;
}

/** The page's URL and its parts, taken from the context, where secrets are redacted already. */
const pageFields = (context: Properties | null): Properties => {
  const { page_url: url, page_path: path } = context ?? {};
  const [, query, hash] = /^[^?#]*(\?[^#]*)?(#.*)?/.exec(String(url ?? '')) ?? [];
  return known({ url, path, query, hash });
};

export const createCapture = (options: CaptureOptions): Capture => {
  const { identity, prepare, onFault } = options;
  /** Calls made while the page was prerendered. */
  const early: (() => void)[] = [];
  let isClosed = false;

  const refuse = (message: string) => onFault({ code: 'invalid_call', message });

  const record = (bare: BareEvent): void => {
    // A message id that is too long throws here, where `guarded` reports it as a mistake of this
    // call, and not later when the event is written.
    checkId(String(bare.options?.messageId));
    if (isClosed) refuse(`${bare.type} was called after close(): make a new tracker.`);
    else options.record(bare);
  };

  const {
    verbs: walletVerbs,
    useWallet,
    addressOf,
  } = createWalletVerbs({ identity, record, refuse });

  const identify: Verbs['identify'] = (who, properties, eventOptions) => {
    const person: Identity = typeof who === 'object' ? (who ?? {}) : { userId: who };
    const { userId } = person;
    if (userId === 0 || userId) identity.setUserId(checkId(String(userId)));
    if (addressOf(person) !== identity.wallet()?.address) useWallet(person);
    const fields = walletFields(person);
    // Includes the user id, so that an address is sent again when another user identifies with it.
    const said = [identity.userId(), fields, properties, eventOptions?.context];
    const key = `${userId} ${addressOf(person)}`;
    const content = JSON.stringify(toPlain(said));
    if (isClosed || options.isFirst(key, content)) {
      record({ type: 'identify', fields, properties, options: eventOptions });
    }
  };

  const verbs: Verbs = {
    page: (properties, eventOptions) => {
      record({
        type: 'page',
        fields: pageFields(mergeOver(options.readContext(), eventOptions?.context)),
        properties,
        options: eventOptions,
      });
    },
    track: (event, properties, eventOptions) => {
      const name = typeof event === 'string' ? event.trim() : '';
      if (!name)
        return refuse(`track(${String(event)}): pass the event's name as its first argument.`);
      // `fixCall` fills in this very object. It has `moment` from the start, because adding a field
      // later would enlarge it, at each call of a burst.
      record({
        type: 'track',
        event: checkId(name),
        properties,
        options: eventOptions,
        moment: undefined,
      });
    },
    ...walletVerbs,
    identify,
    detect: (wallet, properties, eventOptions) =>
      record({ type: 'detect', fields: walletFields(wallet), properties, options: eventOptions }),
    signature: (signature, properties, eventOptions) =>
      record({
        type: 'signature',
        address: addressOf(signature),
        fields: signatureFields(signature, options.privacy),
        properties,
        options: eventOptions,
      }),
    transaction: (transaction, properties, eventOptions) =>
      record({
        type: 'transaction',
        address: addressOf(transaction),
        fields: transactionFields(transaction, options.privacy),
        properties,
        options: eventOptions,
      }),
    reset: () => {
      identity.reset();
      options.session.reset();
    },
  };

  return {
    verbs: guarded(verbs, options, early),
    useWallet: (wallet) => {
      prepare('useWallet');
      useWallet(wallet);
    },
    isClosed: () => isClosed,
    start: () => {
      for (const call of early.splice(0)) call();
    },
    close: () => {
      isClosed = true;
      early.length = 0;
    },
  };
};

/**
 * The same verbs, but a call with unreadable arguments is reported to `onError` instead of throwing
 * at the app.
 */
const guarded = (
  verbs: Verbs,
  { prepare, onFault, isAhead }: CaptureOptions,
  early: (() => void)[],
): Verbs =>
  Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => {
      // No verb takes more than three arguments, and a rest parameter would allocate an array at
      // each call.
      const call = (first: unknown, second: unknown, third: unknown): void => {
        try {
          if (isAhead()) {
            const [who, what, how] = [first, second, third].map(toPlain);
            early.push(() => call(who, what, how));
            return;
          }
          prepare(name);
          (verb as (...input: readonly unknown[]) => void)(first, second, third);
        } catch (cause) {
          const message = `${name}() could not read its arguments (${textOf(cause)}): nothing was recorded.`;
          onFault({ code: 'invalid_call', message, cause });
        }
      };
      return [name, call];
    }),
  ) as unknown as Verbs;
